"""Plugins: found by entry points, loaded one by one, each call isolated from the others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs
import pluggy

from cardcore import hookspecs
from cardcore.entries import entry_points_of, needed_core, numbers
from cardcore.errors import BadOptions, PluginError, UnknownBot, UnknownGame, in_a_line
from cardcore.faults import told
from cardcore.game import Game, check_game
from cardcore.houserules import HouseRule
from cardcore.misspelt import misspelt
from cardcore.texts import Text
from cardcore.version import VERSION

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from cardcore.events import Event
    from cardcore.match import Match

GROUP = "cardcore"
"""The entry-point group in which plugins are found; an entry is named after the game it brings."""


@attrs.frozen
class BotMaker:
    """A named kind of bot: `make(seed)` gives one that has `choose(observation) -> Move`.

    `game` names the one game that it plays, "" for all; `help` says in a few words how it plays.
    Where `given` is set, what stands after a colon ("search:500") is for it: `given(text)` returns
    the factory of that bot, or raises `BadOptions` with the reason. `runs` says that the text is
    run as a program: a file that comes from elsewhere may name one, and starts none unasked.

    Besides `choose` a bot may have `end(observation)`, called once when its match is over, and
    `close()`, called once however it ends.
    """

    name: str
    make: Callable[[int], Any]
    game: str = ""
    help: str = ""
    given: Callable[[str], Callable[[int], Any]] | None = None
    runs: bool = False

    def with_text(self, text: str) -> BotMaker:
        """The bot that is written with this text after a colon. Raises `BadOptions`."""
        if self.given is None:
            raise BadOptions("nothing can follow the name of the bot {name!r}", name=self.name)
        return attrs.evolve(self, name=f"{self.name}:{text}", make=self.given(text), given=None)


@attrs.define
class Plugin:
    """What became of an entry point: where it comes from, what it brought, its faults.

    One that was read from a `file` has no entry; its games win over installed ones of that name.
    """

    name: str
    source: str = ""
    version: str = ""
    games: list[str] = attrs.Factory(list)
    bots: list[str] = attrs.Factory(list)
    house_rules: list[str] = attrs.Factory(list)
    problems: list[Text] = attrs.Factory(list)
    entry: EntryPoint | None = attrs.field(default=None, eq=False, repr=False)
    loaded: bool = False
    file: str = ""


class Plugins:
    """The installed plugins. Nothing is loaded before it is asked for.

    `entries` are the entry points, by default those installed; `only` limits them by name, by
    default the comma-separated `CARDCORE_PLUGINS`, if it is set.
    """

    def __init__(
        self, entries: Iterable[EntryPoint] | None = None, only: Iterable[str] | None = None
    ) -> None:
        self._manager = pluggy.PluginManager("cardcore")
        self._manager.add_hookspecs(hookspecs)
        self._games: dict[str, Game[Any]] = {}
        self._bots: list[BotMaker] = []
        self._rules: dict[str, HouseRule] = {}
        self._core_loaded = False
        if only is None and "CARDCORE_PLUGINS" in os.environ:
            only = os.environ["CARDCORE_PLUGINS"].split(",")
        wanted = None if only is None else {name.strip() for name in only}
        found, broken = entry_points_of(GROUP) if entries is None else (list(entries), {})
        self._plugins = [
            Plugin(name, name, problems=[problem], loaded=True) for name, problem in broken.items()
        ]
        names = {entry.name for entry in found}
        self.strangers = sorted((wanted or set()) - names)
        """What the limit names that is not installed."""
        for entry in sorted(found, key=lambda entry: (entry.name, entry.value)):
            if wanted is None or entry.name in wanted:
                self._plugins.append(Plugin(entry.name, entry=entry))

    # -- what there is ----------------------------------------------------------------------------

    def game(self, name: str) -> Game[Any]:
        """The installed game of that name; its own plugin is loaded first, others if need be.

        Raises `UnknownGame`, which names the games there are and what is wrong with a plugin of
        that name.
        """
        if name not in self._games:
            for plugin in self._plugins:
                if plugin.name == name:
                    self._load(plugin)
        if name not in self._games:
            self.load_all()
        try:
            return self._games[name]
        except KeyError:
            raise UnknownGame(self._no_game(name)) from None

    def file_of(self, game: str) -> str:
        """The file that the game of that name was read from, "" for an installed one."""
        found = (plugin.file for plugin in self._plugins if plugin.file and game in plugin.games)
        return next(found, "")

    def _no_game(self, name: str) -> Text:
        broken = [
            problem
            for plugin in self._plugins
            if plugin.name == name
            for problem in plugin.problems
        ]
        if broken:
            return Text(
                "the game {name!r} cannot be loaded: {problem}", name=name, problem=broken[0]
            )
        fields = _near(name, sorted(self._games))
        if not fields["near"]:
            return Text("there is no game {name!r}; the games are: {names}", **fields)
        return Text(
            "there is no game {name!r}; did you mean {near!r}? the games are: {names}", **fields
        )

    def games(self) -> list[Game[Any]]:
        """Every installed game, by name."""
        self.load_all()
        return [self._games[name] for name in sorted(self._games)]

    def bots(self, game: str) -> list[BotMaker]:
        """The bots that play a game, its own first."""
        self._load_core()
        self.load_all()
        own = [bot for bot in self._bots if bot.game == game]
        return own + [bot for bot in self._bots if not bot.game and bot not in own]

    def bot(self, game: Game[Any] | str, name: str) -> BotMaker:
        """The bot of that name for a game; what stands after a colon is for the bot itself.

        A game that is no name need not be installed. Raises `UnknownBot`, which names those there
        are, and `BadOptions` for a wrong text.
        """
        self._load_core()
        name, colon, text = name.partition(":")
        found = self._bot(self._game_of(game).name, name)
        return found.with_text(text) if colon else found

    def _bot(self, game: str, name: str) -> BotMaker:
        for wide in (False, True):
            if wide:
                self.load_all()
            for bot in self._bots:
                if bot.name == name and bot.game in (game, ""):
                    return bot
        names = list(dict.fromkeys(bot.name for bot in self.bots(game)))
        fields = _near(name, names)
        if not fields["near"]:
            raise UnknownBot(
                "there is no bot {name!r} for {game}; the bots are: {names}", game=game, **fields
            )
        raise UnknownBot(
            "there is no bot {name!r} for {game}; did you mean {near!r}? the bots are: {names}",
            game=game,
            **fields,
        )

    def default_bot(self, game: Game[Any] | str) -> BotMaker:
        """The usual opponent: the game's own bot, else its heuristic, else random."""
        rules = self._game_of(game)
        self._load_core()
        own = [bot for bot in self._bots if bot.game == rules.name]
        if own:
            return own[0]
        thinks = type(rules).heuristic is not Game.heuristic
        return self.bot(rules, "heuristic" if thinks else "random")

    def _game_of(self, game: Game[Any] | str) -> Game[Any]:
        return self.game(game) if isinstance(game, str) else game

    def house_rules(self) -> list[HouseRule]:
        """Every installed house rule, by name."""
        self.load_all()
        return [self._rules[name] for name in sorted(self._rules)]

    def house_rule(self, name: str) -> HouseRule:
        """The house rule of that name. Raises `BadOptions`, which names those there are."""
        self.load_all()
        try:
            return self._rules[name]
        except (KeyError, TypeError):
            raise BadOptions(self._no_rule(str(name))) from None

    def _no_rule(self, name: str) -> Text:
        fields = _near(name, sorted(self._rules))
        if not fields["near"]:
            return Text("there is no house rule {name!r}; installed are: {names}", **fields)
        return Text(
            "there is no house rule {name!r}; did you mean {near!r}? installed are: {names}",
            **fields,
        )

    def all(self) -> list[Plugin]:
        """Every plugin, loaded, with what it brought and what is wrong with it."""
        self.load_all()
        return list(self._plugins)

    def listeners(self) -> list[Callable[[Match[Any], Event], None]]:
        """The plugins' `cardcore_event` hooks, each isolated: one that raises hears no more.

        All plugins are loaded for it: a match asks once, when it begins.
        """
        self.load_all()
        return [self._isolated(impl) for impl in self._manager.hook.cardcore_event.get_hookimpls()]

    def add_commands(self, cli: Any) -> None:
        """Let every plugin that has commands add them to a click group."""
        self.load_all()
        for impl in self._manager.hook.cardcore_commands.get_hookimpls():
            with isolated(partial(self._blame, impl.plugin_name, "cardcore_commands")):
                _call(impl, cli=cli)

    def problems(self) -> list[Text]:
        """What is wrong with the plugins that have been loaded so far, each in a line."""
        return [
            Text("plugin {name!r}: {problem}", name=plugin.name, problem=problem)
            for plugin in self._plugins
            for problem in plugin.problems
        ]

    # -- loading ----------------------------------------------------------------------------------

    def load_all(self) -> None:
        """Load every plugin that is not loaded yet, one by one."""
        for plugin in self._plugins:
            self._load(plugin)

    def register(self, module: Any, name: str, *, file: str = "") -> Plugin:
        """Use a module or an object as a plugin, without an entry point; tells its faults.

        `file` is where it was read from: its games then win over installed ones of that name.
        """
        plugin = Plugin(name, loaded=True, file=file)
        self._plugins.append(plugin)
        self._register(plugin, module)
        return plugin

    def _load_core(self) -> None:
        if not self._core_loaded:
            self._core_loaded = True
            from cardcore import bots

            self._bots += bots.cardcore_bots()

    def _load(self, plugin: Plugin) -> None:
        if plugin.loaded or plugin.entry is None:
            return
        plugin.loaded = True
        try:
            dist = plugin.entry.dist
            if dist is not None:
                plugin.source, plugin.version = dist.name or "", dist.version or ""
            needed = needed_core(plugin.entry)
        except Exception as error:
            plugin.problems.append(
                Text("its distribution cannot be read: {error}", error=in_a_line(error))
            )
            return
        if needed and numbers(needed) > numbers(VERSION):
            plugin.problems.append(
                Text(
                    "needs cardcore {needed} or newer; this is {version}",
                    needed=needed,
                    version=VERSION,
                )
            )
            return

        def fail(error: BaseException) -> None:
            plugin.problems.append(Text("import failed: {error}", error=in_a_line(error)))

        with isolated(fail):
            module = plugin.entry.load()
            self._register(plugin, module)

    def _register(self, plugin: Plugin, module: Any) -> None:
        try:
            self._manager.register(module, plugin.name if not plugin.entry else plugin.entry.value)
            self._manager.check_pending()
        except Exception as error:
            if self._manager.is_registered(module):
                self._manager.unregister(module)
            plugin.problems.append(in_a_line(error))
            return
        hook = self._manager.hook
        for caller, keep in (
            (hook.cardcore_games, self._keep_game),
            (hook.cardcore_bots, self._keep_bot),
            (hook.cardcore_house_rules, self._keep_rule),
        ):
            for impl in caller.get_hookimpls():
                if impl.plugin is module:
                    self._collect(plugin, impl, keep)

    def _collect(self, plugin: Plugin, impl: Any, keep: Callable[[Plugin, Any], None]) -> None:
        def fail(error: BaseException) -> None:
            plugin.problems.append(_hook_failed(impl.function.__name__, error))

        with isolated(fail):
            for brought in _call(impl) or ():
                keep(plugin, brought)

    def _keep_game(self, plugin: Plugin, game: Any) -> None:
        if not isinstance(game, Game):
            raise PluginError("{game} is not a Game object", game=repr(game))
        check_game(game)
        for other in self._plugins:
            if other is not plugin and other.name == game.name != plugin.name and not plugin.file:
                self._load(other)  # a name belongs to the plugin that is named after it
        if game.name in self._games and (not plugin.file or game.name in plugin.games):
            plugin.problems.append(
                Text("the name {name!r} is taken by another game", name=game.name)
            )
            return
        self._games[game.name] = game
        plugin.games.append(game.name)

    def _keep_bot(self, plugin: Plugin, bot: Any) -> None:
        if not isinstance(bot, BotMaker):
            raise PluginError("{bot} is not a BotMaker", bot=repr(bot))
        self._load_core()  # the names of the core's bots are taken
        if any((bot.name, bot.game) == (other.name, other.game) for other in self._bots):
            plugin.problems.append(Text("the name {name!r} is taken by another bot", name=bot.name))
            return
        self._bots.append(bot)
        plugin.bots.append(bot.name)

    def _keep_rule(self, plugin: Plugin, rule: Any) -> None:
        if not isinstance(rule, HouseRule) or not rule.name:
            raise PluginError("{rule} is not a HouseRule with a name", rule=repr(rule))
        if rule.name in self._rules:
            plugin.problems.append(
                Text("the name {name!r} is taken by another house rule", name=rule.name)
            )
            return
        self._rules[rule.name] = rule
        plugin.house_rules.append(rule.name)
        for name, near in misspelt(type(rule), HouseRule).items():
            plugin.problems.append(
                Text(
                    "nobody calls {rule}.{name}; did you mean {near!r}?",
                    rule=type(rule).__name__,
                    name=name,
                    near=near,
                )
            )

    def _isolated(self, impl: Any) -> Callable[[Match[Any], Event], None]:
        failed: list[BaseException] = []

        def fail(error: BaseException) -> None:
            failed.append(error)
            self._blame(impl.plugin_name, "cardcore_event", error)

        def tell(match: Match[Any], event: Event) -> None:
            if not failed:
                with isolated(fail):
                    _call(impl, match=match, event=event)

        return tell

    def _blame(self, name: str, hook: str, error: BaseException) -> None:
        for plugin in self._plugins:
            if name in (plugin.name, plugin.entry.value if plugin.entry else ""):
                plugin.problems.append(_hook_failed(hook, error))


@contextmanager
def isolated(tell: Callable[[BaseException], Any]) -> Iterator[None]:
    """Let foreign code fail however it likes: `tell` hears of it, and nothing else happens.

    What it prints goes to standard error, for standard output is data.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        tell(error)


def _call(impl: Any, **known: Any) -> Any:
    """Call one implementation with the parameters that it asks for."""
    return impl.function(*(known[name] for name in impl.argnames))


def _near(name: str, known: list[str]) -> dict[str, Any]:
    """A name, the near one that is meant, if any, and those there are: as fields of a text."""
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), known, 1)
    return {
        "name": name[:40],
        "near": close[0] if close else "",
        "names": ", ".join(known) or Text("none"),
    }


def _hook_failed(hook: str, error: BaseException) -> Text:
    return Text("{hook} failed: {error}", hook=hook, error=told(error))


@cache
def installed() -> Plugins:
    """The plugins that are installed here, read once a process."""
    return Plugins()
