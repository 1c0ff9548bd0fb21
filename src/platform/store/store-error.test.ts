// The meaning of the coordinator's errors for a request.
import pg from "pg";
import { expect, test } from "vitest";
import { isUnavailable, storeError, violatedConstraint } from "./store-error.ts";

function reported(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, "error"), { code });
}

test.each([
  ["08006", "connection to the remote node w@127.0.0.1:5432 failed with the following error: …"],
  ["57P03", "the database system is starting up"],
  ["XX000", "server closed the connection unexpectedly"],
  ["XX000", "could not receive data from server: Connection reset by peer"],
  ["XX000", "failure on connection marked as essential: 127.0.0.1:5432"],
  ["XX000", "could not commit transaction for shard 102008 on at least one active node"],
  ["XX000", "postmaster was shut down, exiting"],
  ["XX000", "SSL connection has been closed unexpectedly"],
  ["XX000", "SSL SYSCALL error: EOF detected"],
  ["XX000", "SSL error: unexpected eof while reading"],
  ["XX000", "failed to prepare transaction 'citus_0_12_3_0' on host w:5432"],
  ["XX000", 'failed to read result "1_2" from node w:5432'],
  ["XX000", "cannot connect to w:5432 to fetch intermediate results"],
  ["XX000", "could not connect to any active placements"],
  ["XX000", "could not find an available connection"],
  ["58030", "failed to COPY to shard 102008 on w:5432"],
])("a node that is lost makes the store unavailable: %s %s", (code, message) => {
  expect(isUnavailable(storeError(reported(code, message)))).toBe(true);
});

test("another internal error of the server stays a defect", () => {
  const error = reported("XX000", "cache lookup failed: server closed the connection");
  expect(storeError(error)).toBe(error);
  const refused = reported("22012", "server closed the connection unexpectedly");
  expect(storeError(refused)).toBe(refused);
});

test.each([
  ["23505", "named by the message alone"],
  ["XX000", "that the coordinator copied to a node"],
])("a row of %s %s violates the constraint of the migrations", (code) => {
  const said = 'duplicate key value violates unique constraint "account_name_key_102210"';
  expect(violatedConstraint(reported(code, said))).toBe("account_name_key");
  expect(violatedConstraint(reported("XX000", "cache lookup failed"))).toBeUndefined();
});
