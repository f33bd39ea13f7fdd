"""A drawn table: the whole screen anew whenever something has changed, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import TextIO

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text as Styled

from cardcore.cards import Card
from cardcore.look import Part
from cardcore.telling.words import Words, capital
from cardcore.terminal.faces import Faces
from cardcore.terminal.lines import Lines
from cardcore.terminal.lists import Block, blocks, previews
from cardcore.terminal.news import News
from cardcore.terminal.screen import HIDE, Screen, own_cards
from cardcore.terminal.typed import Choices

HOME, TO_LINE_END, TO_SCREEN_END = "\x1b[H", "\x1b[K", "\x1b[J"
CLEAR = HOME + "\x1b[2J"
WIDE, BOXED = 76, 56
"""From so many columns on panels stand side by side, and have frames at all."""
LEAST_LOG, MOST_LOG = 3, 9
"""So many lines tell what has happened, where there is room."""
TIGHTEST = 5
"""Where room is scarce: 1 cards in one line, 2 no frames, 3 moves side by side, 4 the hand once,
5 of the middle what matters most alone."""
LONG = 6
"""More lines than these may take the place of the table."""


class Drawn(Screen):
    """Draws the table at the top of the screen, what has happened, the moves, and what is said."""

    draws = True

    def __init__(
        self, words: Words, lines: Lines, out: TextIO | None = None, *, color: bool = True
    ) -> None:
        super().__init__(words, lines, out)
        self._console = Console(file=self.out, no_color=None if color else True, highlight=False)
        self._faces = Faces(self._console)
        self._log: list[str] = []
        self._said: list[str] = []
        self._shown: tuple[int | None, Choices | None] = (None, None)
        self._asked: str | None = None
        self._news = News(words)
        self._changed: list[Part] = []
        self._tight = 0
        self._drawn = False
        self._fresh = False
        self._on_screen = ""
        self.lines.returned = self._put_again

    # -- what happens -----------------------------------------------------------------------------

    def tell(self, lines: Sequence[str]) -> None:
        """Keep what has happened, for the next time the table is drawn."""
        self._log += lines
        self._fresh = False

    def show(
        self, seat: int | None, choices: Choices | None = None, asked: str | None = None
    ) -> None:
        """Draw the table."""
        self._shown, self._asked = (seat, choices), asked
        self._draw()

    def show_table(self, seat: int | None) -> None:
        """Draw the table."""
        self.show(seat)

    def restart(self) -> bool:
        """Forget what has been told: it is told again."""
        self._log.clear()
        self._news.told_anew()
        return True

    def interval(self, lines: Sequence[str], prompt: str) -> str | None:
        """Draw the end of a deal or match alone, and wait."""
        self._draw_end(lines)
        return super().read(prompt)

    def finale(self, lines: Sequence[str]) -> None:
        """Draw the end of a match."""
        self._draw_end(lines)

    def _draw_end(self, lines: Sequence[str]) -> None:
        width, height = self._fit()
        self._shown, self._asked = (None, None), None
        frame = self._faces.frame(self._lines(lines[not lines[0] :]), "", width, heavy=True)
        room = max(LEAST_LOG, height - len(lines) - 6)
        title = Styled(self.words.title(), style="bold")
        self._write([title, *self._happened(room), frame])
        self._fresh = True

    def say(self, line: str, indent: str = "  ") -> None:
        """Keep a line until the next prompt, above which it is drawn."""
        self._said += self.folded(line, indent)
        self._fresh = False

    def read(self, prompt: str, completions: Sequence[str] = ()) -> str | None:
        """Read a line, under the table with all that was said."""
        if not self._fresh:
            self._draw()
        self._said, self._fresh = [], False
        seat, _ = self._shown
        self._news.seen(seat, len(self._log))
        return super().read(prompt, completions)

    def page(self, markdown: str) -> None:
        """Draw a page of text, a screen at a time."""
        _, height = self._fit()
        lines = self._rendered(Markdown(markdown)).splitlines()
        more = self.words.says("Enter for more, q to go back:")
        room = max(5, height - 2)
        for start in range(0, len(lines), room):
            self._put_screen("\n".join([*lines[start : start + room], ""]))
            last = start + room >= len(lines)
            line = self.lines.read(self.words.says("Enter to go back:") if last else more)
            if line is None or line.strip().casefold() == "q":
                break
        self._fresh = False

    def cover(self) -> None:
        """Hide all that was shown, what has scrolled away too."""
        self._said, self._on_screen = [], ""
        self._put(HIDE)

    # -- drawing ----------------------------------------------------------------------------------

    def _fit(self) -> tuple[int, int]:
        width, height = self.size
        self._console.width = width
        return width, height

    def _draw(self) -> None:
        width, height = self._fit()
        for self._tight in range(TIGHTEST + 1):
            above = [self._header(), self._table(width)]
            below = [*self._moves(width), *([Styled()] if self._said else [])]
            below.append(self._lines(self._said))
            used = sum(len(self._rendered(part).splitlines()) for part in [*above, *below]) + 3
            if used + LEAST_LOG <= height:
                break
        if used > height and len(self._said) > LONG:
            self._write([self._header(), Styled(), self._lines(self._said), Styled()])
        else:
            room = min(MOST_LOG, max(0 if self._said else 1, height - used))
            self._write([*above, *self._happened(room), *below])
        self._fresh = True

    def _write(self, parts: Sequence[RenderableType]) -> None:
        self._put_screen("".join(map(self._rendered, parts)))

    def _put_screen(self, text: str) -> None:
        """Write over what stands there; only the first time it is cleared, and scrolls away."""
        start = HOME if self._drawn else CLEAR
        self._drawn, self._on_screen = True, text
        self._put(start + text.replace("\n", TO_LINE_END + "\n") + TO_SCREEN_END)

    def _put_again(self) -> None:
        """Write what stood there once more, where the shell has written since."""
        self._drawn = False
        self._put_screen(self._on_screen)

    def _put(self, text: str) -> None:
        print(text, end="", file=self.out, flush=True)

    def _rendered(self, part: RenderableType) -> str:
        with self._console.capture() as capture:
            self._console.print(part)
        return capture.get() if not isinstance(part, Group) or part.renderables else ""

    def _lines(self, lines: Sequence[str]) -> Group:
        return Group(*map(Styled, lines))

    def _header(self) -> RenderableType:
        grid = Table.grid(expand=True)
        grid.add_column(ratio=1)
        grid.add_column(justify="right")
        rules = [rule.name for rule in self.words.match.setting.house_rules]
        about = " · ".join([self.words.deal(), *rules])
        grid.add_row(Styled(self.words.title(), style="bold"), Styled(about))
        return grid

    def _happened(self, room: int) -> list[RenderableType]:
        """The latest lines, those that are new to whoever looks with a mark."""
        seat, _ = self._shown
        since = self._news.told_before(seat)
        marked = [(line, place >= since) for place, line in enumerate(self._log) if line]
        width = self._console.width
        told: list[Styled] = []
        for line, new in reversed(marked):
            mark = self._faces.new if new else " "
            text = Styled(line, style="" if new else "dim")
            folded = text.wrap(self._console, width - 3)
            pieces = [Styled(" " if n else mark) + " " + piece for n, piece in enumerate(folded)]
            if told and len(told) + len(pieces) > room:
                break
            if len(pieces) > room > 0:
                pieces = [*pieces[: room - 1], pieces[room - 1] + "…"]
            told[:0] = pieces
        return [Styled(), *told] if room else []

    # -- the table --------------------------------------------------------------------------------

    def _is_new(self, part: Part) -> bool:
        return any(part is one for one in self._changed)

    def _framed(self) -> bool:
        return self._console.width >= BOXED and self._tight < 2

    def _table(self, width: int) -> RenderableType:
        seat, _ = self._shown
        parts = self.words.parts(seat)
        self._changed = self._news.among(seat, parts)
        middle = [part for part in parts if part.seat is None]
        if self._tight > 4 and _main(middle) is not None:
            middle = [part for part in middle if part.headline is not None]
        beside = width >= WIDE and self._framed()
        room = (width - left_width(width) if beside else width) - 4 * self._framed()
        players = self._players(parts, seat, room)
        high = self._tight < 1 and self._console.width >= BOXED
        if beside:
            left = left_width(width)
            grid = Table.grid()
            grid.add_column(width=left)
            grid.add_column(width=width - left)
            grid.add_row(
                self._middle(middle, left, high=high),
                self._faces.frame(players, self.words.says("Players"), width - left),
            )
            return grid
        if self._framed():
            frame = self._faces.frame(players, self.words.says("Players"), width)
            return Group(self._middle(middle, width, high=high), frame)
        lines = self._middle_lines(middle, high=False)
        if self._tight > 2:
            return Group(*lines, players)
        return Group(Rule(style=""), *lines, Rule(style=""), players)

    def _middle(self, parts: Sequence[Part], width: int, *, high: bool) -> RenderableType:
        """The middle of the table in a frame, under the title of what matters most."""
        main = _main(parts)
        title = "" if main is None or main.title is None else self.words.text(main.title)
        return self._faces.frame(Group(*self._middle_lines(parts, high=high)), title, width)

    def _middle_lines(self, parts: Sequence[Part], *, high: bool) -> list[RenderableType]:
        framed = self._framed()
        main = _main(parts)
        lines: list[RenderableType] = []
        for part in parts:
            title = "" if part.title is None else self.words.text(part.title)
            if part.headline is None:
                lines.append(self._line(part))
                continue
            head = Styled(f" {self.words.text(part.headline)} ", style="bold reverse")
            if self._is_new(part):
                head.append(f" {self._faces.new}", style="bold not reverse")
            if not framed or part is not main:
                head = Styled(f"{title} ", style="bold") + head
            told = ", ".join(map(self.words.text, part.lines))
            beside = head.cell_len + len(told) + 2 <= self._room()
            if told and beside:
                head.append(f"  {told}", style="not bold not reverse")
            lines.append(head)
            if part.cards:
                lines.append(self._faces.cards(self._labels(part.cards), self._room(), high=high))
            if told and not beside:
                lines.append(Styled(told))
        return lines

    def _room(self) -> int:
        width = self._console.width
        return (left_width(width) if width >= WIDE and self._framed() else width) - 4

    def _line(self, part: Part) -> Styled:
        style = "bold" if self._is_new(part) else ""
        return Styled(self.words.part(part), style=style)

    def _labels(self, cards: Iterable[Card | None]) -> list[tuple[str, str]]:
        """The words and colours of cards; a back is a "?"."""
        return [
            ("?", "") if card is None else (self.words.face(card), card.colour) for card in cards
        ]

    def _players(self, parts: Sequence[Part], seat: int | None, room: int) -> RenderableType:
        match, words = self.words.match, self.words
        own = own_cards(parts, seat)
        shown_below = own[1:]  # the same cards in another order
        titles = dict.fromkeys(
            words.text(part.title)
            for part in parts
            if part.seat is not None and part.title and part not in shown_below
        )
        turn = match.observe(seat).turn[0]
        rows: list[list[Styled]] = []
        for other in match.seats:
            mine = [part for part in parts if part.seat == other]
            cells = {words.text(part.title): self._cell(part) for part in mine if part.title}
            remarks = [self._cell(part) for part in mine if part.title is None]
            style = "bold" if other == turn else ""
            name = Styled(words.names[other], style=style)
            if other == seat and self._console.width >= BOXED:
                name.append(f" ({words.says('you')})", style="not bold")
            mark = Styled(self._faces.turn if other == turn else "", style="bold")
            told = [cells.get(title, Styled()) for title in titles]
            rows.append([mark, name, *told, Styled(", ").join(remarks)])
        headings = [Styled(title) for title in ("", "", *titles, "")]
        name_width = min(self._widest(), max(6, *(row[1].cell_len for row in rows)))
        widths = fitting(
            [[heading, *column] for heading, *column in zip(headings, *rows, strict=True)][2:],
            room - len(self._faces.turn) - 1 - name_width,
        )
        if widths is None:
            return Group(*(self._in_a_row(row, headings) for row in rows))
        table = Table(box=None, pad_edge=False, expand=False, header_style="", padding=(0, 1, 0, 0))
        table.add_column("")
        table.add_column("", overflow="ellipsis", no_wrap=True, width=name_width)
        for heading, width in zip(headings[2:], widths, strict=True):
            if width:
                table.add_column(heading, overflow="fold", width=width)
        kept = [True, True, *map(bool, widths)]
        for row in rows:
            table.add_row(*compress(row, kept))
        return table

    def _in_a_row(self, row: Sequence[Styled], headings: Sequence[Styled]) -> RenderableType:
        """What a seat has, one thing after the other, where columns would be too narrow."""
        mark, name, *cells = row
        told = Styled("; ").join(
            Styled(": ").join([heading, cell]) if heading else cell
            for heading, cell in zip(headings[2:], cells, strict=True)
            if cell
        )
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(width=len(self._faces.turn))
        table.add_column(overflow="fold")
        table.add_row(mark, Styled(": ").join([name, told]) if told else name)
        return table

    def _widest(self) -> int:
        """How wide a name may be, so that there is room for what stands behind it."""
        return 20 if self._console.width >= BOXED else 12

    def _cell(self, part: Part) -> Styled:
        """What a seat has, in its row; of one's own cards, which are shown below, the number."""
        own = part.seat == self._shown[0] and any(part.cards)
        if own:
            text = ", ".join([self.words.cards(len(part.cards)), *map(self.words.text, part.lines)])
        else:
            text = ", ".join(self.words.inside(part))
        return Styled(text, style="bold" if self._is_new(part) else "")

    # -- the hand and its moves -------------------------------------------------------------------

    def _moves(self, width: int) -> list[RenderableType]:
        """The hand of whoever looks; where it is to choose, its moves with what they would do."""
        seat, choices = self._shown
        words = self.words
        parts = own_cards(self.words.parts(seat), seat)[: 1 if self._tight > 3 else None]
        width_of_titles = max((len(words.text(p.title)) for p in parts if p.title), default=0)
        shown: list[RenderableType] = [Styled()]
        for part in parts:
            title = capital(words.text(part.title)) if part.title else ""
            head = Styled(f"{title:{width_of_titles}}  ", style="bold")
            groups = [self._faces.chips(self._labels(some)) for some in part.groups()]
            rows = Styled("  ").join(groups).wrap(self._console, width - head.cell_len)
            shown.append(head + Styled("\n" + " " * head.cell_len).join(rows))
        if choices is None or seat is None:
            return shown
        asked = self._asked
        if asked is not None and choices.only is not None:
            told = previews(words, seat, choices).get(choices.only, "")
            return [*shown, self._chance(asked, told, width)]
        shown += self._listed(seat, choices)
        return shown if asked is None else [*shown, Styled(), self._chance(asked, "", width)]

    def _listed(self, seat: int, choices: Choices) -> list[RenderableType]:
        shown: list[RenderableType] = []
        for block in blocks(self.words, seat, choices):
            if block.heading is not None:
                shown.append(Styled(block.heading, style="bold"))
            if block.dense or (self._tight > 2 and len(block.entries) > 4):
                shown.append(self._dense(block))
                continue
            table = Table.grid(padding=(0, 2, 0, 0))
            for entry in block.entries:
                number = Styled(f" {entry.number}", style="bold")
                table.add_row(number, Styled(entry.name, style="bold"), Styled(entry.told))
            shown.append(table)
        return shown

    def _dense(self, block: Block) -> RenderableType:
        entries = [
            Styled.assemble((entry.number, "bold"), f" {entry.name}") for entry in block.entries
        ]
        more = [Styled(block.more)] if block.more else []
        return Padding(Columns([*entries, *more], padding=(0, 2)), (0, 0, 0, 1))

    def _chance(self, asked: str, told: str, width: int) -> RenderableType:
        """What is asked out of turn, so that nobody misses it."""
        if width < BOXED:
            return Group(Styled(asked, style="bold reverse"), *([Styled(told)] if told else []))
        wide = max(len(asked), len(told)) + 6
        return self._faces.frame(Styled(told), asked, min(width, wide), heavy=True)


def _main(parts: Sequence[Part]) -> Part | None:
    """The part that gives its title to the frame around the middle."""
    return next((part for part in parts if part.headline is not None), None)


def fitting(columns: Sequence[Sequence[Styled]], room: int) -> list[int] | None:
    """How wide each column may be, 0 where it is empty; None where words would be broken."""
    widths = [max(cell.cell_len for cell in column) for column in columns]
    least = [
        max((cell_len(word) for cell in column for word in cell.plain.split()), default=0)
        for column in columns
    ]
    gaps = sum(map(bool, widths))
    if sum(least) + gaps > room:
        return None
    while sum(widths) + gaps > room:
        _, widest = max((w, n) for n, w in enumerate(widths) if w > least[n])
        widths[widest] -= 1
    return widths


def left_width(width: int) -> int:
    """How wide the middle of the table is where the players stand beside it."""
    return width * 3 // 8
