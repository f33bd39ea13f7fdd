"""The browser table: rooms that people join, each on a device of their own."""
