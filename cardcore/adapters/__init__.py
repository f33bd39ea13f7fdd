"""Any game as an environment for research: PettingZoo, Gymnasium and OpenSpiel."""
