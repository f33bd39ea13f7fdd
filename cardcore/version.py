"""The version of the core, in the one place where it is read at run time."""

VERSION = "0.1.0"
