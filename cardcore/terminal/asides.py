"""What a person may say besides a move: help, rules, hint, undo, why, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cardcore.terminal.typed import Choices
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.terminal.plain import Plain

WORDS = {
    "help": "this list",
    "rules": "the rules of the game",
    "hint": "what a bot would play here",
    "why": "what it would do, or why it is refused",
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


def say_how(plain: Plain, choices: Choices) -> None:
    """Say how a move is typed, by the example of the first one."""
    move = choices.moves[0]
    ways = [move.text, *choices.aliases(move)[:1], f"{choices.sign}1"]
    plain.text("Type a move, such as: {ways}. Or: help.", ways=", ".join(ways))


def _help(plain: Plain, seat: int) -> None:
    if seat >= 0:
        say_how(plain, Choices(plain.match, seat))
    for word, what in WORDS.items():
        shown = "why MOVE" if word == "why" else word
        plain.say(f"  {shown:8} {plain.words.text(Text(what))}", " " * 11)
    plain.text("An empty line shows the table again.")


def _hint(plain: Plain, seat: int) -> None:
    move = plain.session.hint(seat)
    if move is None:
        plain.text("There is no hint here.")
        return
    preview = plain.match.game.preview(plain.match.observe(seat), move)
    if preview is None:
        plain.text("Hint: {move}.", move=move.text)
    else:
        plain.text("Hint: {move} ({preview}).", move=move.text, preview=preview)


def _why(plain: Plain, seat: int, line: str) -> None:
    choices = Choices(plain.match, seat)
    if not line:
        plain.text("Say which move, such as: why {move}", move=choices.moves[0].text)
        return
    found = choices.find(line)
    if not found:
        reason = plain.reason(choices, seat, line)
        plain.say(f"{reason[:1].upper()}{reason[1:]}.")
        return
    preview = plain.match.game.preview(plain.match.observe(seat), found[0])
    if preview is None:
        plain.text("{move} is allowed.", move=found[0].text)
    else:
        plain.text("{move}: {preview}.", move=found[0].text, preview=preview)
