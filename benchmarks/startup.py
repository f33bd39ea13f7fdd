"""How long Python takes to start with cardcore, beside its two dependencies alone.

    python benchmarks/startup.py [--repeats 15]

Whole processes, run in turns; medians and the ratios to `import attrs, pluggy`. Bytecode is cached
first, as it is after the first use of an installed package.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time

COMMANDS = {
    "import attrs, pluggy": ["-c", "import attrs, pluggy"],
    "import cardcore": ["-c", "import cardcore"],
    "cardcore --help": ["-m", "cardcore", "--help"],
}


def seconds(arguments: list[str]) -> float:
    """How long one process takes."""
    given = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=given)
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="how long cardcore takes to start")
    parser.add_argument("--repeats", type=int, default=15)
    repeats = parser.parse_args().repeats
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for arguments in COMMANDS.values():
        seconds(arguments)
    for _ in range(repeats):
        for name, arguments in COMMANDS.items():
            times[name].append(seconds(arguments))
    scale = statistics.median(times["import attrs, pluggy"])
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:22} {median * 1000:6.1f} ms   {median / scale:4.2f}")


if __name__ == "__main__":
    main()
