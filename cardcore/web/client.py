"""A client: one connection of a guest, and what it has been sent so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardcore.languages import translator
from cardcore.moves import DECLINE
from cardcore.telling.words import Words
from cardcore.texts import Text
from cardcore.web import views
from cardcore.web.guests import Guest
from cardcore.web.playing import Playing
from cardcore.web.reactions import Window
from cardcore.web.room import Room
from cardcore.web.settings import Settings

Data = dict[str, Any]
LINES = 300
"""So many lines of what has happened are sent to whoever comes later."""


class Client:
    """Works out what one connection is to be sent: whatever has changed since the last time.

    A slow one is sent the newest state and none of those between.
    """

    def __init__(self, room: Room, guest: Guest) -> None:
        self.room = room
        self.guest = guest
        self._room: Data = {}
        self._view: Data = {}
        self._set: tuple[Settings | None, str, Data] = (None, "", {})
        self._playing: Playing | None = None
        self._language = ""
        self._viewer: int | None = None
        self._plays = -1
        self._lines = 0

    def text(self, text: Text) -> str:
        """A text in the language of the guest, with everybody's name."""
        playing = self.room.playing
        if playing is not None:
            return playing.story.words(self.guest.language).text(text)
        speakers = (self.room.settings.game, *self.room.settings.rules())
        return text.render(translator(self.guest.language, *speakers))

    def news(self, now: float) -> Iterator[Data]:
        """The messages that are due, in their order."""
        room = self._describe(now)
        plain = {**room, "seats": [{**seat, "away": bool(seat["away"])} for seat in room["seats"]]}
        if plain != self._room:
            self._room = plain
            yield room
        if self.room.playing is not None:
            yield from self._match(self.room.playing, now)
        elif self._playing is not None:
            self._playing, self._view = None, {}

    # -- the room ---------------------------------------------------------------------------------

    def _describe(self, now: float) -> Data:
        room, guest = self.room, self.guest
        return {
            "type": "room",
            "code": room.code,
            "phase": room.phase,
            **self._of_settings(room.settings),
            "number": room.number,
            "host": guest is room.host,
            "seat": guest.seat,
            "name": guest.name,
            "spectators": sum(g.here and g.seat is None for g in room.guests.values()),
            "seats": [self._seat(seat, now) for seat in range(room.settings.players)],
        }

    def _of_settings(self, settings: Settings) -> Data:
        """What the settings say, worked out when they or the language are others."""
        known, language, told = self._set
        if settings is not known or language != self.guest.language:
            language, game = self.guest.language, settings.game
            title = translator(language, game)(game.title)
            told = {"game": {"name": game.name, "title": title}, "settings": settings.to_dict()}
            self._set = settings, language, told
        return told

    def _seat(self, seat: int, now: float) -> Data:
        room = self.room
        holder = room.at(seat)
        bot = room.bots.get(seat, room.settings.bot if room.phase == "playing" else "")
        until = None if holder is None else room.played_for_from(holder)
        playing = room.phase == "playing"
        return {
            "seat": seat,
            "name": holder.name if holder else "",
            "kind": "person" if holder else "bot" if bot else "open",
            "bot": "" if holder else bot,
            "here": holder is not None and holder.here,
            "host": holder is not None and holder is room.host,
            "deputy": playing and until is not None and now >= until,
            "away": max(0, round(1000 * (until - now))) if playing and until else None,
        }

    # -- the match --------------------------------------------------------------------------------

    def _match(self, playing: Playing, now: float) -> Iterator[Data]:
        language, seat = self.guest.language, self.guest.seat
        # a seat that has been added since the match began is none of its seats
        viewer = seat if seat in playing.match.seats else None
        begin = (playing, language, viewer) != (self._playing, self._language, self._viewer)
        if begin:
            self._playing, self._language, self._viewer = playing, language, viewer
            self._plays, self._lines = -1, 0
        words, plays = playing.story.words(language), playing.story.plays
        late = viewer is None and playing.settings.delay > 0
        if late:
            plays, match = playing.seen_at(now - playing.settings.delay)
            words = Words(match, language)
            words.names = playing.story.words(language).names
        yield from self._log(playing, plays, begin=begin)
        view = views.view(words, viewer)
        view |= self._waiting(playing, None if late else playing.window, words, now)
        view["decision"] = 0 if late else playing.story.decision(viewer)
        view["lang"] = language
        reaction = view["reaction"]
        plain = {**view, "reaction": reaction and reaction["of"]}
        if begin or plain != self._view:
            self._view = plain
            moved = [] if begin else playing.story.moved(viewer, self._plays, plays)
            yield {"type": "view", **view, "moved": views.moved(words, moved)}
        self._plays = plays

    def _waiting(self, playing: Playing, window: Window | None, words: Words, now: float) -> Data:
        """The time in which claims are collected, and what this seat has said in it."""
        seat = self.guest.seat
        noted = None if window is None or seat is None else window.noted.get(seat)
        shown = window is not None and (not window.late or noted is not None)
        pending = None
        if noted is not None:
            pending = words.says("let go") if noted is DECLINE else views.said(words, noted)
        return {
            "pending": pending,
            "answers": shown and playing.may_answer(seat) and noted is None,
            "reaction": {
                "left": max(0, round(1000 * (window.until - now))),
                "of": round(1000 * window.of),
            }
            if window is not None and shown
            else None,
        }

    def _log(self, playing: Playing, plays: int, *, begin: bool) -> Iterator[Data]:
        lines = playing.story.lines(self._viewer, self._language)
        told = [line for play, line in lines if play <= plays]
        new = told[self._lines :]
        if begin or new:
            self._lines = len(told)
            yield {"type": "log", "begin": begin, "lines": new[-LINES:]}
