#!/usr/bin/env python3
"""Adds up JUnit files: names what was skipped and why, and ends with one line of totals."""

import sys
import xml.etree.ElementTree as ElementTree

passed = failed = skipped = 0
for path in sys.argv[1:]:
    for case in ElementTree.parse(path).iter("testcase"):
        reason = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif reason is not None:
            skipped += 1
            print(f"skipped: {case.get('name')}: {reason.get('message') or reason.text or ''}")
        else:
            passed += 1
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not passed else 0)
