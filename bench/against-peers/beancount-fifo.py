# Books the ledger whose path is given by beancount's Python API, without plugins.
import json
import sys
import time

from beancount.parser import booking, parser

began = time.perf_counter()
entries, errors, options = parser.parse_file(sys.argv[1])
parsed = time.perf_counter()
booked, booking_errors = booking.book(entries, options)
ended = time.perf_counter()
problems = [str(error) for error in [*errors, *booking_errors]]
if problems:
    sys.exit(f"{len(problems)} problems, the first of them: {problems[0]}")
print(json.dumps({"booked": ended - parsed, "loaded": ended - began}))
