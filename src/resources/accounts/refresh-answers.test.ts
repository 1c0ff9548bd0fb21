// The stored answer for an account always matches its rows.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../test/harness.ts";
import { sql } from "../../platform/store/db.ts";
import { selectAccountDetails, selectAnswer } from "./detail-queries.ts";
import { bodyOf } from "./get-account.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

async function staleAccounts(): Promise<string[]> {
  const all = await service.db.rows(sql<{ number: string }>`
    select account_number as "number" from account order by account_number`);
  const numbers = all.map(({ number }) => number);
  const details = await selectAccountDetails(service.db, numbers);
  expect(details).toHaveLength(numbers.length);
  const stale: string[] = [];
  for (const detail of details) {
    const kept = await selectAnswer(service.db, detail.number);
    if (kept !== bodyOf(detail)) stale.push(detail.number);
  }
  return stale;
}

test("a load stores the answer of every account", async () => {
  expect(await staleAccounts()).toEqual([]);
});

test("an update rewrites the answers of all accounts that it affects", async () => {
  const put = (number: string, body: object) =>
    service.call("adviser", "PUT", `/restapi/accounts/${number}`, body);
  expect(await put("RA00000001", { accountName: "Everyday money" })).toMatchObject({ status: 200 });
  // Summit bills by member, so a plan applies to every account of the primary owner.
  const billed = await service.call("otherAdviser", "PUT", "/restapi/accounts/RB00000001", {
    billingPlanOid: "3102",
  });
  expect(billed.status).toBe(200);
  expect((await selectAnswer(service.db, "RB00000002")) ?? "").toContain('"billingPlanOid":"3102"');
  expect(await staleAccounts()).toEqual([]);
});

test("a load that changes only a list rewrites the answer too", async () => {
  await service.load({
    "accounts.csv": [
      "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn,sectorExclusions",
      'RA00000006,Renamed,I,"[""carol.nguyen""]",3001,2019-03-04,"[]"',
    ].join("\n"),
  });
  await service.load({
    "accounts.csv": [
      "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn,trustedContacts",
      'RA00000006,Renamed,I,"[""carol.nguyen""]",3001,2019-03-04,"[{""firstName"":""Ida"",""lastName"":""Berg"",""email"":""ida@example.com""}]"',
    ].join("\n"),
  });
  expect((await selectAnswer(service.db, "RA00000006")) ?? "").toContain("ida@example.com");
  expect(await staleAccounts()).toEqual([]);
});
