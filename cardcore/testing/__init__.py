"""Tools for those who test a game: positions set up by hand, and the laws that all games keep."""

from typing import TYPE_CHECKING, Any

from cardcore.testing.positions import position

if TYPE_CHECKING:
    from cardcore.testing.conformance import GameConformance

__all__ = ["GameConformance", "position"]


def __getattr__(name: str) -> Any:
    """`GameConformance` needs pytest, positions do not."""
    if name != "GameConformance":
        raise AttributeError(f"module 'cardcore.testing' has no attribute {name!r}")
    try:
        from cardcore.testing.conformance import GameConformance
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"GameConformance needs {error.name}: pip install 'cardcore[testing]'", name=error.name
        ) from error
    return GameConformance
