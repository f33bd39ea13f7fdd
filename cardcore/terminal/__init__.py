"""A match on one terminal or over pipes.

`session` runs a match between persons and bots; `plain` writes plain lines and asks; `run` brings
the two together. Another way of drawing takes the place of `plain` alone.
"""
