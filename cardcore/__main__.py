"""`python -m cardcore` is the command `cardcore`."""

from cardcore.cli import main

if __name__ == "__main__":
    main()
