// By what an owner of a new account is found among the clients of the firm.
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import type { AccountRow } from "./accounts-file.ts";
import { matchAccounts } from "./match-accounts.ts";

const client = (loginId: string, lastName: string, dateOfBirth: string | null) => ({
  loginId,
  firstName: "Ann",
  lastName,
  dateOfBirth,
});
const known = {
  firmOid: "1002" as Id,
  links: new Map(),
  accounts: [],
  clients: [client("ann.lee", "Lee", "1971-04-09"), client("ann.ray", "Ray", null)],
  takenLogins: new Set<string>(),
  leftOut: new Set<string>(),
};
const fresh = {
  drawAccountNumber: () => "RA00000099",
  newId: () => "1" as Id,
  cipStatus: "PENDING_NEW",
  firstDays: new Map([["1", "2026-01-02"]]),
};

test("the report tells owners that only a name has found from those that more says", () => {
  const row = (owner: Partial<AccountRow>): AccountRow => ({
    custodianAccount: "1",
    accountType: "J",
    line: 2,
    ...owner,
  });
  const rows = [
    row({ firstName: "Ann", lastName: "Lee" }),
    row({ firstName: "Ánn", lastName: "LEE", dateOfBirth: "1971-04-09" }),
    row({ loginId: "ann.ray" }),
    row({ firstName: "Ann", lastName: "New" }),
  ];
  const seen = [{ account: "1", file: "a.csv", line: 2 }];
  const { owners } = matchAccounts(seen, { file: "accounts.csv", rows }, known, fresh);
  expect(owners.map(({ client: { loginId }, matchedBy }) => [loginId, matchedBy])).toEqual([
    ["ann.lee", "name"],
    ["ann.lee", "nameAndBirthDate"],
    ["ann.ray", "loginId"],
    ["ann.new", "new"],
  ]);
});
