// The kept answer of an account is always what its rows come to.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "../../../test/harness.ts";
import { sql } from "../../platform/store/db.ts";
import { selectAccountDetails, selectAnswer } from "./detail-queries.ts";
import { bodyOf } from "./get-account.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function staleAccounts(): Promise<string[]> {
  const all = await house.db.rows(sql<{ number: string }>`
    select account_number as "number" from account order by account_number`);
  const numbers = all.map(({ number }) => number);
  const details = await selectAccountDetails(house.db, numbers);
  expect(details).toHaveLength(numbers.length);
  const stale: string[] = [];
  for (const detail of details) {
    const kept = await selectAnswer(house.db, detail.number);
    if (kept !== bodyOf(detail)) stale.push(detail.number);
  }
  return stale;
}

test("a load keeps the answer of every account", async () => {
  expect(await staleAccounts()).toEqual([]);
});

test("an update keeps the answers of all accounts that it reaches", async () => {
  const put = (number: string, body: object) =>
    house.call("adviser", "PUT", `/restapi/accounts/${number}`, body);
  expect(await put("RA00000001", { accountName: "Everyday money" })).toMatchObject({ status: 200 });
  // Summit bills by member, so that a plan reaches every account of the primary owner.
  const billed = await house.call("otherAdviser", "PUT", "/restapi/accounts/RB00000001", {
    billingPlanOid: "3102",
  });
  expect(billed.status).toBe(200);
  expect((await selectAnswer(house.db, "RB00000002")) ?? "").toContain('"billingPlanOid":"3102"');
  expect(await staleAccounts()).toEqual([]);
});

test("a load that changes nothing but a list keeps the answer too", async () => {
  await house.load({
    "accounts.csv": [
      "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn,sectorExclusions",
      'RA00000006,Renamed,I,"[""carol.nguyen""]",3001,2019-03-04,"[]"',
    ].join("\n"),
  });
  await house.load({
    "accounts.csv": [
      "accountNumber,accountName,accountType,owners,billingPlanOid,openedOn,trustedContacts",
      'RA00000006,Renamed,I,"[""carol.nguyen""]",3001,2019-03-04,"[{""firstName"":""Ida"",""lastName"":""Berg"",""email"":""ida@example.com""}]"',
    ].join("\n"),
  });
  expect((await selectAnswer(house.db, "RA00000006")) ?? "").toContain("ida@example.com");
  expect(await staleAccounts()).toEqual([]);
});
