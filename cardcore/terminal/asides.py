"""What a person may say besides a move: help, table, log, rules, hint, why, undo, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardcore.errors import GameError
from cardcore.telling.rules import rules_page
from cardcore.telling.spelling import plain
from cardcore.telling.words import Words, capital, sentence
from cardcore.terminal.answers import Answer, Left
from cardcore.terminal.typed import Choices
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.terminal.host import Host

WORDS = {
    "help": (Text("help"), Text("this list")),
    "table": (Text("table"), Text("the table again")),
    "log": (Text("log"), Text("what has happened in this deal")),
    "rules": (Text("rules"), Text("the rules of the game")),
    "hint": (Text("hint"), Text("what a bot would play here")),
    "why": (Text("why"), Text("what a move would do, or why it is refused")),
    "undo": (Text("undo"), Text("take your last move back, if nothing new was seen since")),
    "quit": (Text("quit"), Text("save the match and leave")),
}
"""The words, as they are typed, and what they do."""
SHORT = {"?": "help", "q": "quit", "exit": "quit", "save": "quit"}
PUBLIC = ("help", "log", "rules", "quit")
"""The words that need no hand to be shown."""


def words(language: Words) -> list[str]:
    """The words as they are typed in the language of the screen."""
    return [language.text(word) for word, _ in WORDS.values()]


def split(language: Words, line: str) -> tuple[str | None, str]:
    """The aside that a line begins with, in English or in the language of the screen, and the rest.

    None where it begins with none.
    """
    first, _, rest = line.strip().partition(" ")
    for name, (word, _) in WORDS.items():
        if plain(first) in (name, plain(language.text(word))) and (name == "why" or not rest):
            return name, rest
    return (SHORT.get(plain(first)), "") if not rest else (None, "")


def answer(host: Host, seat: int, word: str, rest: str) -> Answer | None:
    """Answer a word; what is left to do about it, if anything. Raises `Left` to leave."""
    match word:
        case "help":
            _help(host, seat)
        case "table":
            host.introduce(seat, Choices(host.words, seat))
        case "log":
            _log(host)
        case "rules":
            _rules(host)
        case "hint":
            _hint(host, seat)
        case "why":
            _why(host, seat, rest)
        case "undo":
            reason = host.session.why_no_undo(seat)
            if reason is None:
                return Answer("undo", seat)
            host.screen.text("You cannot take a move back: {reason}.", reason=reason)
        case "quit":
            raise Left
    return None


def say_how(host: Host, choices: Choices) -> None:
    """Say how a move is typed, by the example of the first one, and that there is help."""
    host.screen.text("{how} Or: {help}.", how=_how(choices), help=WORDS["help"][0])


def _how(choices: Choices) -> Text:
    move = choices.moves[0]
    ways = dict.fromkeys([choices.short(move), choices.shown(move), f"{choices.sign}1"])
    return Text("Type a move, such as: {ways}.", ways=", ".join(ways))


def _help(host: Host, seat: int) -> None:
    choices = Choices(host.words, seat) if seat >= 0 else None
    if choices is not None and choices.only is not None:
        host.screen.text("Type y for yes, or Enter to let it go.")
    elif choices is not None and choices.moves:
        host.screen.say(host.words.text(_how(choices)))
    rows = []
    for name, (word, what) in WORDS.items():
        if choices is not None or name in PUBLIC:
            typed = Text("{word} MOVE", word=word) if name == "why" else word
            rows.append((host.words.text(typed), host.words.text(what)))
    width = max(len(typed) for typed, _ in rows)
    for shown, does in rows:
        host.screen.say(f"  {shown:{width}}  {does}", " " * (width + 4))
    if choices is not None and not choices.may_decline:
        host.screen.text("An empty line shows the table again.")


def _rules(host: Host) -> None:
    try:
        host.screen.page(rules_page(host.match.game, host.words.language))
    except GameError as error:
        host.screen.say(sentence(capital(host.words.text(error.text))))


def _log(host: Host) -> None:
    begun = max((n for n, line in enumerate(host.told) if not line), default=-1)
    for line in host.told[begun + 1 :]:
        host.screen.say(line)


def _hint(host: Host, seat: int) -> None:
    move = host.session.hint(seat)
    if move is None:
        host.screen.text("There is no hint here.")
        return
    preview = host.words.looks.preview(host.match.observe(seat), move)
    if preview is None:
        host.screen.text("Hint: {move}.", move=move.in_words())
    else:
        host.screen.text("Hint: {move} ({preview}).", move=move.in_words(), preview=preview)


def _why(host: Host, seat: int, line: str) -> None:
    choices = Choices(host.words, seat)
    if not line and choices.moves:
        example = choices.short(choices.moves[0])
        word = WORDS["why"][0]
        host.screen.text("Say which move, such as: {word} {move}", word=word, move=example)
        return
    found = choices.find(line)
    if not found:
        reason = host.words.text(host.reason(seat, choices, line))
        host.screen.say(sentence(capital(reason)))
    for move in found:
        preview = host.words.looks.preview(host.match.observe(seat), move)
        if preview is None:
            host.screen.text("{move} is allowed.", move=move.in_words())
        else:
            host.screen.text("{move}: {preview}.", move=move.in_words(), preview=preview)
