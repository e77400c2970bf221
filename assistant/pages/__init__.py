"""What the pages on which something is typed or drawn have in common: their door, their grid."""
