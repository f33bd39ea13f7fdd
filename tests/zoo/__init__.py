"""The zoo: small games with one thing wrong each, which keep the laws honest.

Each names the laws that it breaks, the one that is meant first, and what is then seen.
"""

from zoo.keeping import KEEPING
from zoo.playing import PLAYING
from zoo.sealed import SEALED
from zoo.secrets import SECRETS
from zoo.sound import Sound
from zoo.spanish import ForgottenLine
from zoo.words import WORDS

ANIMALS: tuple[type[Sound], ...] = (*PLAYING, *KEEPING, *SECRETS, *SEALED, *WORDS, ForgottenLine)

__all__ = ["ANIMALS", "Sound"]
