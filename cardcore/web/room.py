"""A room: the guests, their seats and settings, and one match after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cardcore.errors import BadOptions
from cardcore.game import Game
from cardcore.plugins import installed
from cardcore.texts import Text
from cardcore.web.guests import MOST, Guest, clean_name, key_of
from cardcore.web.keeping import Keeping
from cardcore.web.ledger import Ledger
from cardcore.web.messages import Said
from cardcore.web.playing import Playing, Refused, Thought
from cardcore.web.settings import ALWAYS, Settings, bot_named
from cardcore.web.store import Store

HOST_WAITS = 30.0
"""So many seconds after the host has gone somebody else becomes it."""


class Room:
    """What people join: it knows neither sockets nor the clock, which come in as `now` in seconds.

    `do` carries out what a guest says, `tick` what is due; `next_time` tells when that is.
    `notices` are texts for people, each with the guest it is for, None for all.
    """

    def __init__(self, code: str, store: Store, settings: Settings) -> None:
        self.code = code
        self.settings = settings
        self.guests: dict[str, Guest] = {}
        self.bots: dict[int, str] = {}
        self.host: Guest | None = None
        self.number = 0
        self.playing: Playing | None = None
        self.notices: list[tuple[Guest | None, Text]] = []
        self._empty_since: float | None = None
        self._store = store
        self._keeping = Keeping(store, code, lambda text: self.tell(text, None))

    @classmethod
    def open(cls, code: str, store: Store, game: Game[Any], now: float) -> tuple[Room, str]:
        """A new room for a game, and the token of its host. Raises `StoreError`."""
        room = cls(code, store, Settings.of(game))
        guest, token = room.enter(None, now)
        room.host = guest
        store.keep_room(code, room.to_dict())
        return room, token

    @classmethod
    def load(cls, code: str, store: Store, now: float) -> Room | None:
        """A room that was kept, with its match where it was; None where there is none.

        Raises `CardcoreError` where its game is gone or its record does not fit the rules.
        """
        data = store.room(code)
        if data is None:
            return None
        given = dict(data["settings"])
        settings = Settings.of(installed().game(given["game"])).changed(given)
        room = cls(code, store, settings)
        for kept in data["guests"]:
            guest = Guest.from_dict(kept, now)
            room.guests[guest.key] = guest
        room.host = room.guests.get(data["host"])
        room.bots = {int(seat): name for seat, name in data["bots"].items()}
        room.number = data["number"]
        if data["begun"]:
            ledger, match = Ledger.load(store, code, room.number)
            room.playing = room._play(match, ledger, now)
        room._empty_since = now
        return room

    def to_dict(self) -> dict[str, Any]:
        """What is kept of a room; the match stands in its record."""
        kept = [g for g in self.guests.values() if g.seat is not None or g is self.host]
        return {
            "settings": self.settings.to_dict(),
            "guests": [guest.to_dict() for guest in kept],
            "host": None if self.host is None else self.host.key,
            "bots": self.bots,
            "number": self.number,
            "begun": self.playing is not None and self.playing.kept,
        }

    @property
    def phase(self) -> str:
        """Where the room stands: "lobby", "playing" or "over"."""
        if self.playing is None:
            return "lobby"
        return "over" if self.playing.match.over else "playing"

    # -- guests -----------------------------------------------------------------------------------

    def enter(self, token: str | None, now: float) -> tuple[Guest, str]:
        """The guest who holds a token, or a new one with another. Raises `Refused` when full."""
        if token and self.knows(token):
            return self.guests[key_of(token)], token
        self._forget_strangers()
        if len(self.guests) >= MOST:
            raise Refused("this room is full: {number} are in it already", number=MOST)
        guest, token = Guest.new()
        guest.away_since = now
        self.guests[guest.key] = guest
        return guest, token

    def knows(self, token: str) -> bool:
        """Whether a token is that of a guest."""
        return key_of(token) in self.guests

    def _forget_strangers(self) -> None:
        """Drop guests who only looked in and have gone."""
        for key, guest in list(self.guests.items()):
            if guest.seat is None and not guest.here and guest is not self.host:
                del self.guests[key]

    def connect(self, guest: Guest, now: float) -> None:
        """One more device of a guest is here; his seat is his own again."""
        if not self.awake:  # while nobody was here, nothing went on
            for other in self.guests.values():
                other.away_since = now
            if self.playing is not None and self._empty_since is not None:
                self.playing.stood_still(now - self._empty_since)
            self._empty_since = None
        guest.clients += 1
        guest.away_since = None
        self._stand_in(now)

    def disconnect(self, guest: Guest, now: float) -> None:
        """A device of a guest has gone."""
        guest.clients -= 1
        if not guest.here:
            guest.away_since = now
        if not self.awake:
            self._empty_since = now

    def at(self, seat: int) -> Guest | None:
        """The guest who holds a seat."""
        return next((g for g in self.guests.values() if g.seat == seat), None)

    # -- what guests say --------------------------------------------------------------------------

    def do(self, guest: Guest, said: Said, now: float) -> None:
        """Carry out what a guest says. Raises a `CardcoreError` with the reason."""
        if said.type in _HOSTS and guest is not self.host:
            raise Refused("only the host of the room can do that")
        _DO[said.type](self, guest, said, now)
        if said.type not in _UNKEPT:
            self.keep()

    def keep(self) -> None:
        """Keep what has changed; a store that fails is told of once, and tried again."""
        self._keeping.keep(self.to_dict())

    def _sit(self, guest: Guest, said: Said, now: float) -> None:
        seat = said["seat"]
        self._check_seat(seat)
        holder = self.at(seat)
        if holder is not None and holder is not guest:
            raise Refused("{name} sits there", name=holder.name)
        guest.name = self._clean(guest, said["name"])
        guest.seat = seat
        self.bots.pop(seat, None)
        self._stand_in(now)

    def _stand(self, guest: Guest, said: Said, now: float) -> None:
        guest.seat = None
        self._stand_in(now)

    def _rename(self, guest: Guest, said: Said, now: float) -> None:
        guest.name = self._clean(guest, said["name"])
        self._stand_in(now)

    def _clean(self, guest: Guest, name: str) -> str:
        others = [other.name for other in self.guests.values() if other is not guest]
        return clean_name(name, others, self.settings.players)

    def _speak(self, guest: Guest, said: Said, now: float) -> None:
        guest.speak(said["lang"], self.settings.game)

    def _leave(self, guest: Guest, said: Said, now: float) -> None:
        del self.guests[guest.key]
        if guest is self.host:
            self._pass_on()
        self._stand_in(now)

    def _move(self, guest: Guest, said: Said, now: float) -> None:
        if self.playing is None:
            raise Refused("no match is played")
        if guest.seat is None or guest.seat not in self.playing.match.seats:
            raise Refused("you hold no seat")
        self.playing.move(guest.seat, said["decision"], said["move"], now)

    # -- what the host says -----------------------------------------------------------------------

    def _set(self, guest: Guest, said: Said, now: float) -> None:
        given: Mapping[str, Any] = said["settings"]
        late = [name for name in given if name not in ALWAYS]
        if late and self.phase == "playing":
            raise Refused("{setting} can be changed between matches alone", setting=late[0][:40])
        settings = self.settings.changed(given)
        self._make_room(settings)
        self.settings = settings
        if self.playing is not None:
            self.playing.settings = settings
        self._stand_in(now)

    def _make_room(self, settings: Settings) -> None:
        """See to it that everybody has a seat among so many, and bots play this game."""
        sitting = sorted((g for g in self.guests.values() if g.seat is not None), key=_seat_of)
        if len(sitting) > settings.players:
            raise Refused(
                "{number} sit here already: that many are to play at least", number=len(sitting)
            )
        free = [s for s in range(settings.players) if all(g.seat != s for g in sitting)]
        for guest in sitting:
            if _seat_of(guest) >= settings.players:
                guest.seat = free.pop(0)
        taken = {guest.seat for guest in sitting}
        keep = settings.game.name == self.settings.game.name
        self.bots = {
            seat: name
            for seat, name in self.bots.items()
            if keep and seat < settings.players and seat not in taken
        }

    def _put_bot(self, guest: Guest, said: Said, now: float) -> None:
        seat, name = said["seat"], said["bot"]
        self._check_seat(seat)
        if name is None:
            if self.phase == "playing":
                raise Refused("while a match is played, somebody has to sit there")
            self.bots.pop(seat, None)
            return
        self.bots[seat] = bot_named(self.settings.game, name).name
        holder = self.at(seat)
        if holder is not None:
            holder.seat = None
        self._stand_in(now)

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.settings.players):
            raise BadOptions(
                "there is no seat {seat}; the seats go from 0 to {last}",
                seat=seat,
                last=self.settings.players - 1,
            )

    def _make_host(self, guest: Guest, said: Said, now: float) -> None:
        holder = self.at(said["seat"])
        if holder is None:
            raise Refused("nobody sits there who could be the host")
        self.host = holder
        self.tell(Text("you are the host now"), holder)

    def _start(self, guest: Guest, said: Said, now: float) -> None:
        if self.phase == "playing":
            raise Refused("a match is played already")
        settings = self.settings
        names = [holder.name if (holder := self.at(s)) else "" for s in range(settings.players)]
        bots = {s: self.bots.get(s, settings.bot) for s, name in enumerate(names) if not name}
        match = settings.game.match(
            settings.players,
            options=settings.options,
            names=names,
            house_rules=settings.house_rules,
            collect="race",
            bots=bots,
        )
        number = self.number + 1
        while self._store.lines(self.code, number):  # of a crash before the room was kept
            number += 1
        self._close()
        self.number = number
        self.playing = self._play(match, Ledger(self._store, self.code, self.number), now)
        self._stand_in(now)

    def _play(self, match: Any, ledger: Ledger, now: float) -> Playing:
        return Playing(match, ledger, self.settings, now, self._tell_seat)

    def _end(self, guest: Guest, said: Said, now: float) -> None:
        if self.phase != "playing":
            raise Refused("no match is played")
        self._close()
        self.playing = None

    def _close(self) -> None:
        if self.playing is not None:
            self.playing.close()

    # -- absence ----------------------------------------------------------------------------------

    def _stand_in(self, now: float) -> None:
        """See who plays for whom, and what everybody is called."""
        playing = self.playing
        if playing is None:
            return
        playing.stand_in(
            {seat: name for seat in playing.match.seats if (name := self.deputy(seat, now))}
        )
        holders = [self.at(seat) for seat in playing.match.seats]
        playing.story.call([holder.name if holder else "" for holder in holders])

    def deputy(self, seat: int, now: float) -> str:
        """What plays for a seat: its bot, or the deputy of somebody long away; "" for himself."""
        holder = self.at(seat)
        if holder is None:
            return self.bots.get(seat, self.settings.bot)
        until = self.played_for_from(holder)
        if until is None or now < until:
            return ""
        return self.settings.bot if self.settings.deputy == "bot" else "default"

    def played_for_from(self, guest: Guest) -> float | None:
        """When somebody plays for a guest who is away; None while he is here."""
        return None if guest.away_since is None else guest.away_since + self.settings.patience

    def _pass_on(self) -> None:
        """Somebody who is here becomes the host, those at the table first."""
        here = [guest for guest in self.guests.values() if guest.here]
        here.sort(key=lambda guest: (guest.seat is None, guest.seat or 0))
        self.host = here[0] if here else None
        if self.host is not None:
            self.tell(Text("you are the host now"), self.host)

    # -- time -------------------------------------------------------------------------------------

    @property
    def awake(self) -> bool:
        """Whether somebody is here: where nobody is, nothing goes on."""
        return any(guest.here for guest in self.guests.values())

    def tick(self, now: float) -> None:
        """Do all that is due."""
        if not self.awake:
            return
        host = self.host
        gone = host is None or (host.away_since is not None and now >= host.away_since + HOST_WAITS)
        if gone:
            self._pass_on()
            self.keep()
        playing = self.playing
        if playing is not None:
            self._stand_in(now)
            playing.tick(now)
        self._keeping.tick(self.to_dict, playing, now)

    def next_time(self, now: float) -> float | None:
        """When something is due; None where nothing is."""
        if not self.awake:
            return None
        times = [self._keeping.again] if self._keeping.again > now else []
        if self.host is not None and self.host.away_since is not None:
            times.append(self.host.away_since + HOST_WAITS)
        if self.playing is not None:
            due = self.playing.next_time(now)
            times += [] if due is None else [due]
        if self.phase == "playing":
            for guest in self.guests.values():
                until = self.played_for_from(guest)
                if guest.seat is not None and until is not None and until > now:
                    times.append(until)
        return min(times, default=None)

    def to_think(self) -> Iterator[Thought]:
        """The bots that are to begin to think."""
        if self.awake and self.playing is not None:
            yield from self.playing.to_think()

    # -- notices ----------------------------------------------------------------------------------

    def tell(self, text: Text, guest: Guest | None) -> None:
        """Tell a guest, or everybody, what is no part of the match."""
        self.notices.append((guest, text))

    def _tell_seat(self, text: Text, seat: int | None) -> None:
        if seat is None:
            self.tell(text, None)
        elif (holder := self.at(seat)) is not None:
            self.tell(text, holder)


def _seat_of(guest: Guest) -> int:
    return -1 if guest.seat is None else guest.seat


def _nothing(room: Room, guest: Guest, said: Said, now: float) -> None:
    """A message that asks for an answer alone."""


_DO: Mapping[str, Callable[[Room, Guest, Said, float], None]] = {
    "sit": Room._sit,
    "stand": Room._stand,
    "rename": Room._rename,
    "lang": Room._speak,
    "move": Room._move,
    "leave": Room._leave,
    "ping": _nothing,
    "settings": Room._set,
    "bot": Room._put_bot,
    "host": Room._make_host,
    "start": Room._start,
    "end": Room._end,
}
_UNKEPT = ("move", "ping")
"""A move is kept in the record of its match; a ping changes nothing."""
_HOSTS = ("settings", "bot", "host", "start", "end")
