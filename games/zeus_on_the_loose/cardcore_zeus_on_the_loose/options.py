"""The options: where the printed rules are silent or disagree; the first value is the default."""

import attrs

from cardcore import option


@attrs.frozen
class ZeusOptions:
    """What can be agreed on before a match."""

    deck: str = option("60", choices=("60", "56"), help="cards in the deck: two printings exist")
    hermes_on_ten: str = option(
        "reverse",
        choices=("reverse", "stay"),
        help="Hermes on 10, 20 … 90: 30 becomes 3, or stays 30",
    )
    steal_on_ten: str = option(
        "result",
        choices=("result", "change"),
        help="to steal Zeus, a total of tens is enough, or the card must have changed it",
    )
    sneak: bool = option(True, help="a number may be sneaked upon with the same number")
    sneak_chain: bool = option(True, help="a sneak may be sneaked upon")
    go_over: str = option(
        "allowed",
        choices=("allowed", "forced_only"),
        help="going over 100: always allowed, or only where no other card can be played",
    )
    pile_out: str = option(
        "last_card_drawn",
        choices=("last_card_drawn", "cannot_draw"),
        help="the draw pile runs out when its last card is drawn, or when somebody cannot draw",
    )
    floor_at_zero: bool = option(True, help="Poseidon below 10 gives 0, not a negative total")
    no_holder: str = option(
        "void",
        choices=("void", "last_player"),
        help="a round that ends while nobody holds Zeus: void, or the last card's player wins",
    )
    draw: str = option(
        "automatic",
        choices=("automatic", "strict", "lenient"),
        help="drawing: by itself; a move that can be forgotten; a move that can be made up for",
    )
    letters: int = option(4, choices=(4, 3), help="letters of Z-E-U-S needed to win")


PRESETS = {"younger": {"sneak": False, "draw": "automatic"}}
