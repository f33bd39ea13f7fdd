"""What can go wrong, one class a kind, each with a standard second parent.

The first line of every message says what was wrong and what would have been right.
"""

from __future__ import annotations

from typing import Any

from cardcore.texts import Text


class CardcoreError(Exception):
    """The parent of every error that cardcore raises on purpose.

    The message is a `Text`: `str(error)` is English, `error.text.render(translate)` another
    language. It is given as a `Text`, or as a template and its fields:
    `BadOptions("there is no preset {name!r}", name=name)`.
    """

    def __init__(self, template: str | Text = "", /, **fields: Any) -> None:
        self.text = template if isinstance(template, Text) else Text(template, **fields)
        super().__init__(str(self.text))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,)


class IllegalMove(CardcoreError, ValueError):
    """A move was refused; the match is as it was before.

    `seat` and `move` are as given, `reason` is a `Text` that a player understands.
    """

    def __init__(self, seat: int, move: object, reason: Text) -> None:
        super().__init__(
            "seat {seat}, {move!r}: {reason}", seat=seat, move=str(move)[:60], reason=reason
        )
        self.seat = seat
        self.move = move
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.seat, self.move, self.reason)


class BadOptions(CardcoreError, ValueError):
    """Options, a number of players, names or house rules that a game does not accept."""


class UnknownGame(CardcoreError, LookupError):
    """No installed game bears that name."""


class UnknownBot(CardcoreError, LookupError):
    """No installed bot bears that name, or it does not play that game."""


class BadState(CardcoreError, ValueError):
    """Data of a match or an observation that cannot be rebuilt: cards, types or fields are off."""


class BadRecord(CardcoreError, ValueError):
    """A record that is damaged, edited, of another game, or of a version that is not read here."""


class UnknownMatch(CardcoreError, LookupError):
    """No saved match bears that name."""


class InUse(CardcoreError, RuntimeError):
    """A saved match that is being played already."""


class CannotUndo(CardcoreError, RuntimeError):
    """A move that may not be taken back, with the reason."""


class CannotSample(CardcoreError, RuntimeError):
    """An observation of a seat that is not asked: whom the match waits for is not its to know."""


class GameError(CardcoreError, RuntimeError):
    """A game's rules did what the engine does not allow; the message names the game."""


class PluginError(CardcoreError, RuntimeError):
    """A plugin that could not be loaded or used; the message names it."""


class BotError(CardcoreError, RuntimeError):
    """A bot that cannot choose; a default move is played for it, and the text is told to all.

    So the text tells nothing of what the bot holds; `detail` may, and is told with `CARDCORE_DEBUG`
    alone. `lasting` says that the bot will choose no more in this match.
    """

    def __init__(
        self,
        template: str | Text = "",
        /,
        *,
        lasting: bool = False,
        detail: str = "",
        **fields: Any,
    ) -> None:
        super().__init__(template, **fields)
        self.lasting = lasting
        self.detail = detail

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,), {"lasting": self.lasting, "detail": self.detail}


def in_a_line(error: BaseException) -> Text:
    """An error in one line, cut where it is long."""
    kind = type(error).__name__[:300]
    reason = " ".join(str(error).split())[: max(298 - len(kind), 0)]
    if isinstance(error, CardcoreError) and str(error) == reason:
        return Text("{kind}: {reason}", kind=kind, reason=error.text)
    return Text("{kind}: {reason}", kind=kind, reason=reason)
