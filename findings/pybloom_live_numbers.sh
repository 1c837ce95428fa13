#!/usr/bin/env bash
# pybloom_live 4.0.0: a filter of the number 1 does not have 1.0, which is equal to it, and has the text '1', which is not.
# Usual guess: it can stand before a set or a dict, so what is equal to a member is found, and others are by chance only.
# Behavior: what is hashed of a value that is no text is its str(). So 1, 1.0, True and Decimal('1.00') differ, though in a set
# they are one, and each is the same as the text that it prints.
. "$(dirname "$0")/finding.bash"
pip_with pybloom_live==4.0.0
python_prints <<'PYTHON'
from decimal import Decimal

from pybloom_live import BloomFilter

for member in (1, 1.0, Decimal("1.00"), None):
    f = BloomFilter(capacity=1000, error_rate=1e-6)
    f.add(member)
    asked = (1, 1.0, True, Decimal("1"), Decimal("1.00"), None, "1", "1.0", "1.00", "None")
    print(f"{member!r}: equal", [a for a in asked if a == member], "found", [a for a in asked if a in f])
PYTHON
seen <<'SEEN'
1: equal [1, 1.0, True, Decimal('1'), Decimal('1.00')] found [1, Decimal('1'), '1']
1.0: equal [1, 1.0, True, Decimal('1'), Decimal('1.00')] found [1.0, '1.0']
Decimal('1.00'): equal [1, 1.0, True, Decimal('1'), Decimal('1.00')] found [Decimal('1.00'), '1.00']
None: equal [None] found [None, 'None']
SEEN
