"""Counters, cards, maps and charts, drawn once: pixels for modules, vectors for paper."""
