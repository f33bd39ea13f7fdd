"""What a person may say besides a move: help, rules, hint, undo, why, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cardcore.terminal import typed
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.terminal.plain import Plain

WORDS = {
    "help": "this list",
    "rules": "the rules of the game",
    "hint": "what a bot would play here",
    "why": "why MOVE: what it would do, or why it is refused",
    "undo": "take your last move back",
    "quit": "leave; the match stays unfinished",
}
PUBLIC = ("help", "rules", "quit")
"""The words that need no hand to be shown."""


def answer(plain: Plain, seat: int, word: str, rest: str) -> Literal["undo", "quit"] | None:
    """Answer a word; what is left to do about it, if anything."""
    match word:
        case "help":
            _help(plain, seat)
        case "rules":
            plain.show_rules()
        case "hint":
            _hint(plain, seat)
        case "why":
            _why(plain, seat, rest)
        case "undo":
            reason = plain.match.why_no_undo(seat)
            if reason is None:
                plain.text("Taken back.")
                return "undo"
            plain.text("You cannot take a move back: {reason}.", reason=reason)
        case "quit":
            return "quit"
    return None


def say_how(plain: Plain, seat: int) -> None:
    """Say how a move is typed, by the example of the first one."""
    move = plain.match.moves(seat)[0]
    ways = [move.text, *typed.aliases(plain.match.game, move)[:1], f"{plain.sign(seat)}1"]
    plain.text("Type a move, such as: {ways}. Or: help.", ways=", ".join(ways))


def _help(plain: Plain, seat: int) -> None:
    if seat >= 0:
        say_how(plain, seat)
    for word, what in WORDS.items():
        plain.say(f"  {word:6} {plain.words.text(Text(what))}", " " * 9)
    plain.text("An empty line shows the table again.")


def _hint(plain: Plain, seat: int) -> None:
    move = plain.session.hint(seat)
    preview = plain.match.game.preview(plain.match.observe(seat), move)
    if preview is None:
        plain.text("Hint: {move}.", move=move.text)
    else:
        plain.text("Hint: {move} ({preview}).", move=move.text, preview=preview)


def _why(plain: Plain, seat: int, line: str) -> None:
    if not line:
        plain.text("Say which move: why {move}", move=plain.match.moves(seat)[0].text)
        return
    found = typed.find(plain.match, seat, line)
    if not found:
        plain.text("{reason}.", reason=plain.reason(seat, line))
        return
    preview = plain.match.game.preview(plain.match.observe(seat), found[0])
    if preview is None:
        plain.text("{move} is allowed.", move=found[0].text)
    else:
        plain.text("{move}: {preview}.", move=found[0].text, preview=preview)
