"""The referee: the steps of a log, judged by the rules of its game."""
