// The message to an operator when no cluster can be made.
import { expect, test } from "vitest";
import { initdbFault } from "./postgres-process.ts";

test("a user without an entry learns what PostgreSQL needs", () => {
  const said = "initdb: could not look up effective user ID 54321: user does not exist\n";
  expect(initdbFault(said).message).toBe(
    "initdb failed: initdb: could not look up effective user ID 54321: user does not exist. " +
      "Give this user an entry in /etc/passwd, or set DATABASE_URL.",
  );
});

test("any other failure is reported as initdb prints it", () => {
  expect(initdbFault("initdb: no space\nleft\n").message).toBe(
    "initdb failed: initdb: no space left",
  );
});
