"""Game maps: where everything stands (`layout`), and how it looks (`draw`, `picture`)."""
