// Of PostgreSQL's own log an operator sees what concerns the machine, and no caller's values.
import { expect, test } from "vitest";
import { parseComplaint } from "./postgres-complaint.ts";

test.each([
  [
    'client backend 53100 ERROR:  could not extend file "base/16384/2619": No space left on device',
    'ERROR: could not extend file "base/16384/2619": No space left on device (53100)',
  ],
  [
    "client backend XX001 ERROR:  invalid page in block 7 of relation base/16384/16390",
    "ERROR: invalid page in block 7 of relation base/16384/16390 (XX001)",
  ],
  ["autovacuum worker 22003 ERROR:  integer out of range", "ERROR: integer out of range (22003)"],
  [
    'checkpointer 58030 PANIC:  could not fsync file "pg_wal/1": Input/output error',
    'PANIC: could not fsync file "pg_wal/1": Input/output error (58030)',
  ],
  [
    "client backend 57P01 FATAL:  terminating connection due to administrator command",
    "FATAL: terminating connection due to administrator command (57P01)",
  ],
])("%s is passed on", (line, complaint) => expect(parseComplaint(line)).toBe(complaint));

test.each([
  'client backend 22P02 ERROR:  invalid input syntax for type integer: "987-65-4321"',
  "parallel worker 22012 ERROR:  division by zero",
  'client backend 23505 ERROR:  duplicate key value violates unique constraint "a_pkey"',
  "postmaster 00000 LOG:  database system is ready to accept connections",
  "a line of another program",
])("%s is not", (line) => expect(parseComplaint(line)).toBeUndefined());
