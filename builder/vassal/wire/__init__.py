"""What VASSAL's online play puts on the wire: lines, lists of members, packed messages."""
