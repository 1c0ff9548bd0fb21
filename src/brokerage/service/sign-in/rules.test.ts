// As which API user a person acts, and for whom an administrator makes links.

import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { consoleErrors } from "./errors.ts";
import type { UserOfFirm } from "./queries.ts";
import { apiUserFor, problemsWithLink } from "./rules.ts";

const user = (id: string, scopes: string[], boundLoginId: string | null = null): UserOfFirm => ({
  apiUserId: id as Id,
  name: `User ${id}`,
  scopes,
  boundLoginId,
});
const wide = user("1", ["read", "write"]);
const narrow = user("2", ["read"]);
const own = user("3", ["read"], "ann");
const anothers = user("4", ["read", "write", "operate"], "bob");
const { person, apiUser, apiUserChoice } = consoleErrors;

test.each([
  ["the widest", [narrow, wide], undefined, "1"],
  ["the one that is bound to the person, though it may do less", [wide, own], undefined, "3"],
  ["never another member's", [wide, anothers], undefined, "1"],
  ["the one that is named", [wide, narrow], "2", "2"],
  ["nobody's firm", [], undefined, person.code],
  ["a name of another firm", [wide], "9", apiUser.code],
  ["another member's by name", [wide, anothers], "4", apiUser.code],
  ["two that may do the same", [wide, user("5", ["write", "read"])], undefined, apiUserChoice.code],
  [
    "two of which neither may do all",
    [narrow, user("5", ["write"])],
    undefined,
    apiUserChoice.code,
  ],
  ["only another member's", [anothers], undefined, apiUserChoice.code],
])("%s", (_, users, named, expected) => {
  const found = apiUserFor(users, "ann", named);
  expect("code" in found ? found.code : found.apiUserId).toBe(expected);
});

const colleague = consoleErrors.colleague.code;
const wider = consoleErrors.linkRights.code;
test.each([
  ["a viewer", "institutional", "1", "viewer", ["read", "write"], []],
  ["an adviser", "institutional", "1", "adviser", ["read", "write"], []],
  ["one without a role", "institutional", "1", null, ["read", "write"], []],
  ["an administrator", "institutional", "1", "administrator", ["read"], [colleague]],
  ["an issuer's administrator", "issuing", "1", "administrator", ["read"], [colleague]],
  ["an adviser of more scopes", "institutional", "1", null, ["read", "operate"], [wider]],
  ["a viewer, who only reads", "institutional", "1", "viewer", ["read", "operate"], []],
  ["both", "institutional", "1", "administrator", ["operate"], [colleague, wider]],
  ["the operator's viewer", "operator", "1", "viewer", ["read", "operate"], []],
  ["the operator's adviser", "operator", "1", "adviser", ["read"], [colleague]],
  ["the operator's person without a role", "operator", "1", null, ["read"], [colleague]],
  ["a firm's administrator, by the operator", "operator", "2", "administrator", ["operate"], []],
] as const)("a link for %s", (_, kind, firmOid, role, scopes, expected) => {
  const firm = { oid: "1", kind } as never;
  const by = { firm, loginId: "a", scopes: new Set(["read", "write"] as const) };
  const person = { firmOid: firmOid as Id, role };
  const found = problemsWithLink(by, person, { scopes }).map(({ errorCode }) => errorCode);
  expect(found).toEqual(expected);
});
