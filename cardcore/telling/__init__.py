"""Telling: how a game looks and what happens in it, put into words for every frontend alike."""
