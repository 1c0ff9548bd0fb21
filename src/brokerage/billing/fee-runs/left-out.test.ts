// Days and accounts that a run leaves out: days that a person waived, accounts that wait for their owners, accounts
// by another firm's plan.
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";

const [a, b, c] = ["RA00000012", "RA00000014", "RA00000016"] as const;
const desk = useFeeDesk(async (service) => {
  await service.load({
    "billing-plans.csv": [
      "billingPlanOid,firmOid,kind,name,billMode,assetFees",
      '3091,1002,advisory,Tiers,,"[{""fromAmount"":0,""annualRate"":1.2},{""fromAmount"":250000,""annualRate"":0.9},{""fromAmount"":1000000,""annualRate"":0.6}]"',
      '3092,1002,advisory,Advance,D,"[{""fromAmount"":0,""annualRate"":1}]"',
      "",
    ].join("\n"),
    "transactions.csv": [
      "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount",
      `${a},96101,DEP,1,${a}01,2025-09-02,180000`,
      `${b},96102,DEP,1,${b}01,2025-09-02,420000`,
      `${c},96103,DEP,1,${c}01,2025-09-02,95500.25`,
      "",
    ].join("\n"),
  });
});
const { service, as, previewed, moved, swept, runOf, itemsOf } = desk;

const loadTerms = (...rows: string[]) =>
  service.load({
    "billing-terms.csv": ["accountNumber,from,billingPlanOid", ...rows, ""].join("\n"),
  });
const restrictionsOf = (account: string) => `/restapi/accounts/${account}/restrictions`;
const waits = async (account: string) => {
  const restriction = { reason: { code: "020" }, type: { code: "CR" } };
  const response = await service.call("operator", "POST", restrictionsOf(account), restriction);
  expect(response.status, response.text).toBe(201);
};
type Item = Record<string, string>;

test("days that a person waived are billed by no later run, those of an account that waited are", async () => {
  await loadTerms(...[a, b, c].map((account) => `${account},2026-02-10,3092`));
  await waits(a);
  const id = await previewed({ periodEnd: "2026-03-31", accountNumbers: [a, b, c] });
  const waive = { excluded: true, reason: "A gift" };
  expect((await as("harbor.lin", "PUT", `${runs}/${id}/items/${b}`, waive)).status).toBe(200);
  expect((await moved(id, "harbor.park", { runStatus: "APPROVED" })).status).toBe(200);
  await waits(c);
  await swept();
  expect((await itemsOf(id)).map(({ state, reason }: Item) => [state, reason])).toEqual([
    ["EXCLUDED", null],
    ["EXCLUDED", "A gift"],
    ["EXCLUDED", "The account waits for its owners."],
  ]);
  await service.admin("update restriction set lifted_at = now()", []);
  service.setNow("2026-03-25T15:00:00Z");
  const next = await previewed({ periodEnd: "2026-06-30", accountNumbers: [a, b, c] });
  const lines = (await itemsOf(next)).map((item: Item) =>
    [item.accountNumber, item.lineKind, item.from, item.to].join(" "),
  );
  expect(lines).toEqual([
    `${a} inception 2026-02-10 2026-03-31`,
    `${a} period 2026-04-01 2026-06-30`,
    `${b} period 2026-04-01 2026-06-30`,
    `${c} inception 2026-02-10 2026-03-31`,
    `${c} period 2026-04-01 2026-06-30`,
  ]);
});

test("an account that waits for its owners pays nothing, and counts for the tiers of its household", async () => {
  const accounts = [a, b, c].map((accountNumber) => ({ accountNumber, from: "2025-01-01" }));
  const ended = [a, b].map((accountNumber) => {
    return { accountNumber, from: "2020-01-02", to: "2024-12-31" };
  });
  const household = (oid: string, of: object[]) =>
    `${oid},1002,Number ${oid},"${JSON.stringify(of).replaceAll('"', '""')}"`;
  await service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,billingLevel,programOids\n" +
      '1002,HARBOR,Harbor Advisory,institutional,NY,household,"[""501"",""503""]"\n',
  });
  for (const row of [household("62", ended), household("69", accounts)]) {
    await service.load({ "households.csv": `householdOid,firmOid,name,accounts\n${row}\n` });
  }
  await loadTerms(...[a, b, c].map((account) => `${account},2025-01-01,3091`));
  await waits(b);
  const id = await previewed({ periodEnd: "2025-12-31", accountNumbers: [a, b, c] });
  const shown = (await itemsOf(id)).map((item: Item) =>
    [item.accountNumber, item.rate, item.computed, item.state].join(" "),
  );
  // The rate of 695,500.25, as if all three paid.
  expect(shown).toEqual([
    `${a} 1.007836 453.53 OPEN`,
    `${b} 1.007836 1058.23 EXCLUDED`,
    `${c} 1.007836 240.62 OPEN`,
  ]);
  expect(await runOf(id)).toMatchObject({ computed: "1752.38", adjusted: "694.15" });
});

test("a run names the accounts whose terms are still those of their former firm", async () => {
  const came = "RB00000001";
  await loadTerms(`${came},2025-01-01,3101`, `${a},2025-01-01,3091`);
  await service.load({
    "accounts.csv": `accountNumber,accountName,accountType,owners,openedOn\n${came},Growth,I,"[""dmitri.ivanov""]",2020-09-14\n`,
  });
  const all = { periodEnd: "2025-12-31" };
  const unbilled = [{ accountNumber: came, billingPlanOid: "3101" }];
  const dry = await service.call("adviser", "POST", runs, all, { "X-Dry-Run": "true" });
  expect(dry.body.record).toMatchObject({ unbilled });
  const id = await previewed(all);
  expect(await runOf(id)).toMatchObject({ runStatus: "PREVIEW", unbilled });
  const { body } = await as("harbor.lin", "GET", runs);
  expect(body.find(({ feeRunOid }: Item) => feeRunOid === id)).toMatchObject({ unbilled: null });
  await loadTerms(`${came},2025-01-01,3091`);
  expect(await runOf(id)).toMatchObject({ unbilled: [] });
  const moves = (login: string, runStatus: string) => moved(id, login, { runStatus });
  expect((await moves("harbor.park", "APPROVED")).body).toMatchObject([
    { errorCode: "feerun.stale.rule" },
  ]);
  await moves("harbor.lin", "COMPUTING");
  await swept();
  expect((await itemsOf(id)).map((item: Item) => item.accountNumber)).toContain(came);
  expect((await moves("harbor.lin", "DISCARDED")).status).toBe(200);
  expect(await runOf(id)).toMatchObject({ unbilled: null });
  await loadTerms(`${b},2025-01-01,3091`);
  await service.admin("update billing_term set billing_plan_oid = 3101 where account_number = $1", [
    came,
  ]);
  const named = await previewed({ ...all, accountNumbers: [a] });
  expect(await runOf(named)).toMatchObject({ unbilled: [] });
});
