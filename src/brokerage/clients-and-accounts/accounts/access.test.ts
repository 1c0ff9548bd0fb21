// The callers that see each account of the sample firm; an absent account is treated like a foreign one.

import type { Id } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testContext } from "../../../../test/sample-template.ts";
import type { Caller, CallerFirm, FirmKind } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { sql } from "../../../platform/store/db.ts";
import { Refusal } from "../../../values/problem.ts";
import { selectCallerMember } from "../members/reads.ts";
import { lockAccountForCaller } from "./changes.ts";
import { selectAccountForCaller } from "./reads.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await newDatabase("sample");
});

afterAll(async () => {
  await store.drop();
});

function firm(oid: string, kind: FirmKind): CallerFirm {
  return { oid: oid as Id, kind, partnerCode: "X", programOids: [] };
}

const harbor = firm("1002", "institutional");
const summit = firm("1003", "institutional");
const operator = firm("1001", "operator");

interface Named {
  readonly member?: string;
  readonly actingFor?: string;
}

async function callerOf(of: CallerFirm, named: Named = {}): Promise<Caller> {
  const find = async (loginId?: string) =>
    loginId === undefined ? undefined : await selectCallerMember(store.database, loginId);
  return {
    apiUserId: "1" as Id,
    firm: of,
    scopes: new Set(["read", "write"]),
    member: await find(named.member),
    actingFor: await find(named.actingFor),
    isAdministrator: true,
  };
}

async function isLocked(caller: Caller, number: string): Promise<boolean> {
  try {
    return await write(testContext(store.database), anyEntry("test"), async (tx) => {
      await lockAccountForCaller(tx, caller, number, "summary");
      return { value: true, audit: [] };
    });
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return false;
    throw error;
  }
}

// RA00000006 is carol.nguyen's and was permitted to ben.whitfield.
const cases: readonly (readonly [why: string, CallerFirm, Named, string, boolean])[] = [
  ["its firm sees it", harbor, {}, "RA00000006", true],
  ["another firm does not", summit, {}, "RA00000006", false],
  ["the operator does", operator, {}, "RA00000006", true],
  ["its owner does", harbor, { member: "carol.nguyen" }, "RA00000006", true],
  ["a permitted login does", harbor, { member: "ben.whitfield" }, "RA00000006", true],
  ["a joint owner does", harbor, { member: "ben.whitfield" }, "RA00000003", true],
  ["another client does not", harbor, { member: "ada.whitfield" }, "RA00000006", false],
  [
    "a login of another firm that was permitted does",
    summit,
    { member: "frank.cole" },
    "RA00000009",
    true,
  ],
  [
    "a client that acts for another sees what both see",
    harbor,
    { member: "ada.whitfield", actingFor: "ben.whitfield" },
    "RA00000004",
    false,
  ],
  ["staff sees what its firm sees", harbor, { member: "harbor.lin" }, "RA00000006", true],
  [
    "staff that acts for a client sees what that client sees",
    harbor,
    { member: "harbor.lin", actingFor: "ada.whitfield" },
    "RA00000006",
    false,
  ],
  [
    "the operator that acts for a client sees what that client sees",
    operator,
    { actingFor: "ada.whitfield" },
    "RA00000006",
    false,
  ],
  ["nobody sees an account that does not exist", operator, {}, "RA99999999", false],
  ["nor a number that cannot exist", operator, {}, "RA0000\u00000", false],
];

test.each(cases)("%s", async (_why, of, named, number, isSeen) => {
  const caller = await callerOf(of, named);
  const seen = await selectAccountForCaller(store.database, caller, number, "summary");
  expect(seen?.number).toBe(isSeen ? number : undefined);
  expect(await isLocked(caller, number)).toBe(isSeen);
});

test("who does not see an account waits for no lock of it", async () => {
  const caller = await callerOf(summit);
  const isAnswered = await store.database.transaction(async (tx) => {
    await tx.execute(sql`
      select from account where account_number = 'RA00000001' for no key update`);
    return isLocked(caller, "RA00000001");
  });
  expect(isAnswered).toBe(false);
});

test("a client is a client of an institutional firm, and staff is none", async () => {
  const isClient = async (loginId: string) =>
    (await selectCallerMember(store.database, loginId))?.isClient;
  expect(await isClient("ada.whitfield")).toBe(true);
  expect(await isClient("harbor.lin")).toBe(false);
  expect(await isClient("nobody")).toBeUndefined();
  expect(await isClient("ada\u0000")).toBeUndefined();
});
