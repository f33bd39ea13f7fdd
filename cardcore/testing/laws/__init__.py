"""The laws that every game is held to, one module a family.

`ALL` has them in the order in which they are tried: what fails first is what explains the rest.
"""

from cardcore.testing.laws._law import Broken, Law
from cardcore.testing.laws.chance import CHANCE_LAWS
from cardcore.testing.laws.keeping import KEEPING_LAWS
from cardcore.testing.laws.names import NAME_LAWS
from cardcore.testing.laws.playing import PLAYING_LAWS
from cardcore.testing.laws.sampling import SAMPLING_LAWS
from cardcore.testing.laws.secrecy import SECRECY_LAWS
from cardcore.testing.laws.showing import SHOWING_LAWS
from cardcore.testing.laws.texts import TEXT_LAWS

ALL: tuple[Law, ...] = (
    *NAME_LAWS,
    *PLAYING_LAWS[:4],
    *SHOWING_LAWS,
    *PLAYING_LAWS[4:6],
    *CHANCE_LAWS,
    *KEEPING_LAWS,
    *PLAYING_LAWS[6:],
    SECRECY_LAWS[0],
    *SAMPLING_LAWS,
    *SECRECY_LAWS[1:],
    *TEXT_LAWS,
)

__all__ = ["ALL", "Broken", "Law"]
