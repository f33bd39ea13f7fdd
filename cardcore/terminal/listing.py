"""Saved matches in a list, and which of them is meant."""

from __future__ import annotations

from collections.abc import Callable

from cardcore.errors import BadOptions, CardcoreError
from cardcore.languages import translator
from cardcore.plugins import installed
from cardcore.telling.spelling import plain
from cardcore.terminal import saved
from cardcore.terminal.lines import Lines, in_pieces
from cardcore.terminal.saved import Entry
from cardcore.terminal.view import View
from cardcore.texts import Text

NONE = Text("There is no unfinished match; `cardcore play GAME` begins one.")
NAMED = 20
"""So many names are told where one must be said."""


def told(entry: Entry, language: str) -> str:
    """What is known of a saved match, in a line."""
    translate = translator(language)
    if entry.problem is not None:
        return Text("PROBLEM: {problem}", problem=entry.problem).render(translate)
    try:
        game = installed().game(entry.game)
        title = translator(language, game)(game.title)
    except CardcoreError:
        title = entry.game  # its plugin has gone
    text = Text(
        "{game}, {names}; {when}; moves: {moves}; {state}",
        game=title,
        names=", ".join(filter(None, entry.names)) or Text("one person"),
        when=entry.when.strftime("%Y-%m-%d %H:%M"),
        moves=entry.moves,
        state=_state(entry),
    )
    return text.render(translate)


def _state(entry: Entry) -> Text:
    if entry.in_use:
        return Text("being played")
    return Text("finished") if entry.over else Text("unfinished")


def choose(view: View, talk: Callable[[str], None]) -> str | None:
    """The unfinished match that is meant: the only one, or the one that a person chooses.

    None where there is none, which `talk` hears, or where nobody chooses. Raises `BadOptions`
    where nobody can.
    """
    translate = translator(view.language)
    entries = saved.unfinished()
    for entry in entries:
        if entry.problem is not None:
            talk(f"{entry.name}: {told(entry, view.language)}")
    entries = [entry for entry in entries if entry.problem is None and not entry.in_use]
    if not entries:
        talk(NONE.render(translate))
    if len(entries) < 2:
        return entries[0].name if entries else None
    names: list[str] = [entry.name for entry in entries]
    lines = Lines(plain=view.plain)
    if not lines.interactive:
        raise BadOptions("say which match to go on with: {names}", names=", ".join(names[:NAMED]))
    for number, entry in reversed(list(enumerate(entries, 1))):  # the latest beside the prompt
        print(in_pieces(f"{number:3}  {entry.name}: {told(entry, view.language)}", "     "))
    prompt = Text("Which match? A number, or Enter for none:").render(translate)
    while True:
        line = lines.read(prompt, names)
        leaving = ("", "q", "quit", plain(Text("quit").render(translate)))
        if line is None or plain(line) in leaving:
            return None
        found = _meant(plain(line), names)
        if found is not None:
            return found
        text = Text("Say a number from 1 to {last}, or a name.", last=len(names))
        print(text.render(translate))


def _meant(typed: str, names: list[str]) -> str | None:
    if typed in names:
        return typed
    if typed.isascii() and typed.isdecimal():
        return names[int(typed[:6]) - 1] if 0 < int(typed[:6]) <= len(names) else None
    near = [name for name in names if name.startswith(typed)]
    return near[0] if len(near) == 1 else None
