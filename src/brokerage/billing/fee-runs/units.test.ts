// The accounts that are billed together, their days, and their bases: households, terms, exclusions, and billing in
// advance.
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";

const [a, b, c] = ["RA00000012", "RA00000014", "RA00000016"] as const;
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,amount";
const planColumns =
  "billingPlanOid,firmOid,kind,name,billMode,basis,minimumFee,excludeCash,flowFrom,assetFees";
const onePercent = '"[{""fromAmount"":0,""annualRate"":1}]"';
const tiers =
  '"[{""fromAmount"":0,""annualRate"":1.2},{""fromAmount"":250000,""annualRate"":0.9},{""fromAmount"":1000000,""annualRate"":0.6}]"';
const desk = useFeeDesk(async (service) => {
  await service.load({
    "billing-plans.csv": [
      planColumns,
      `3091,1002,advisory,Tiers,,,,,,${tiers}`,
      `3092,1002,advisory,Advance,D,,,,10000,${onePercent}`,
      `3093,1002,advisory,Mean,,AVG,,,,${onePercent}`,
      `3094,1002,advisory,Without cash,,,,true,,${onePercent}`,
      `3095,1002,advisory,With a minimum,,,600,,10000,${onePercent}`,
      "",
    ].join("\n"),
    "transactions.csv": [
      columns,
      `${a},96071,DEP,1,${a}01,2025-09-02,,,,180000`,
      `${b},96072,DEP,1,${b}01,2025-09-02,,,,420000`,
      `${c},96073,DEP,1,${c}01,2025-09-02,,,,95500.25`,
      "",
    ].join("\n"),
  });
});
const { service, as, previewed, posted, moved, runOf, itemsOf, swept, codesOf } = desk;

const loadTerms = (...rows: string[]) =>
  service.load({
    "billing-terms.csv": ["accountNumber,from,to,billingPlanOid,discount", ...rows, ""].join("\n"),
  });
const byHousehold = () =>
  service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,billingLevel,programOids\n" +
      '1002,HARBOR,Harbor Advisory,institutional,NY,household,"[""501"",""503""]"\n',
  });
const loadHouseholds = (rows: Readonly<Record<string, object[]>>) =>
  service.load({
    "households.csv": [
      "householdOid,firmOid,name,accounts",
      ...Object.entries(rows).map(([householdOid, accounts]) => {
        return `${householdOid},1002,Number ${householdOid},"${JSON.stringify(accounts).replaceAll('"', '""')}"`;
      }),
      "",
    ].join("\n"),
  });
const loadHousehold = async (accounts: object[]) => {
  // The sample has two of them in another household.
  const ended = { from: "2020-01-02", to: "2024-12-31" };
  await loadHouseholds({ "62": [a, b].map((accountNumber) => ({ accountNumber, ...ended })) });
  await loadHouseholds({ "69": accounts });
};
const quarter = (...accountNumbers: string[]) => ({ periodEnd: "2025-12-31", accountNumbers });
type Item = Record<string, string> & { warnings: string[] };
const figures = (items: Item[]) =>
  items.map(({ accountNumber, unit, days, basis, rate, computed }) =>
    [accountNumber, unit, days, basis, rate, computed].join(" "),
  );

test("a household is billed as one, and each account pays its share", async () => {
  await byHousehold();
  await loadHousehold([a, b, c].map((accountNumber) => ({ accountNumber, from: "2025-01-01" })));
  await loadTerms(...[a, b, c].map((account) => `${account},2025-01-01,,3091,`));
  const id = await previewed(quarter(a, b, c));
  expect(figures(await itemsOf(id))).toEqual([
    `${a} household:69 92 180000.00 1.007836 453.53`,
    `${b} household:69 92 420000.00 1.007836 1058.23`,
    `${c} household:69 92 95500.25 1.007836 240.62`,
  ]);
  expect(await runOf(id)).toMatchObject({ units: "1", computed: "1752.38" }); // 7,009.50225 ÷ 4
});

test("who joins a household within the period is billed with it for its days there", async () => {
  await byHousehold();
  await loadHousehold([
    { accountNumber: a, from: "2025-01-01" },
    { accountNumber: b, from: "2025-11-16", to: "2025-12-31" },
  ]);
  await loadTerms(`${a},2025-01-01,,3091,`, `${b},2025-01-01,,3091,`);
  const id = await previewed(quarter(a, b));
  // Before it joined it is alone: 420,000 at 4,530.00 a year for 46 of 92 days.
  expect(figures(await itemsOf(id))).toEqual([
    `${a} household:69 92 180000.00 1.025000 461.25`,
    `${b} account:${b} 46 420000.00 1.078571 566.25`,
    `${b} household:69 46 420000.00 1.025000 538.13`,
  ]);
});

test("who joins a household within the period pays its folio fees once", async () => {
  await byHousehold();
  await loadHousehold([{ accountNumber: b, from: "2025-11-16" }]);
  await service.load({
    "transactions.csv": `${columns}\n${b},96086,DEP,3,${b}03,2025-09-02,,,,1000\n`,
  });
  const response = await service.call("operator", "POST", runs, { ...quarter(b), kind: "P" });
  expect(response.status, response.text).toBe(201);
  await swept();
  const id = String(response.headers.location).split("/").at(-1) ?? "";
  expect(figures(await itemsOf(id))).toEqual([`${b} account:${b} 92 0.00 0.000000 3.00`]);
});

test("a run is stale once an account has left its household", async () => {
  await byHousehold();
  const members = [a, b].map((accountNumber) => ({ accountNumber, from: "2025-01-01" }));
  await loadHousehold(members);
  const id = await previewed(quarter(a, b));
  await loadHousehold(members.slice(0, 1));
  const approve = { runStatus: "APPROVED" };
  expect(codesOf(await moved(id, "harbor.park", approve))).toEqual(["feerun.stale.rule"]);
  await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
  await swept();
  expect((await itemsOf(id)).map(({ unit }: Item) => unit)).toEqual([
    "household:69",
    `account:${b}`,
  ]);
  expect((await moved(id, "harbor.park", approve)).status).toBe(200);
});

test("computed again, what a person has changed stays where other units come and go", async () => {
  await loadTerms(`${b},2025-01-01,,3091,`, `${c},2025-01-01,,3091,`);
  const id = await previewed({ periodEnd: "2025-12-31", billingPlanOids: ["3091"] });
  const change = (of: string, body: object) =>
    as("harbor.lin", "PUT", `${runs}/${id}/items/${of}`, { reason: "Agreed", ...body });
  expect((await change(b, { adjustedAmount: "1000.00" })).status).toBe(200);
  expect((await change(c, { excluded: true })).status).toBe(200);
  const again = async () => {
    await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
    await swept();
    const items: Item[] = await itemsOf(id);
    return items.map(({ accountNumber, adjusted, state }) => [accountNumber, adjusted, state]);
  };
  await loadTerms(`${a},2025-01-01,,3091,`);
  const changed = [
    [b, "1000.00", "OPEN"],
    [c, null, "EXCLUDED"],
  ];
  expect(await again()).toEqual([[a, null, "OPEN"], ...changed]);
  await loadTerms(`${a},2025-01-01,,3001,`);
  expect(await again()).toEqual(changed);
  expect((await moved(id, "harbor.park", { runStatus: "APPROVED" })).status).toBe(200);
});

test("a change of discount within the period makes two parts of one fee", async () => {
  await loadTerms(`${a},2025-01-01,2025-11-15,3001,`, `${a},2025-11-16,,3001,50`);
  const id = await previewed(quarter(a));
  // 180,000 × 1 % ÷ 4 × (46 + 46 ÷ 2) ÷ 92
  expect(figures(await itemsOf(id))).toEqual([`${a} account:${a} 92 180000.00 1.000000 337.50`]);
});

test("a change of plan within the period makes two fees", async () => {
  await loadTerms(`${a},2025-01-01,2025-11-15,3001,`, `${a},2025-11-16,,3095,`);
  const items = await itemsOf(await previewed(quarter(a)));
  expect(
    items.map(({ line, from, to, billingPlanOid, computed }: Item) => [
      line,
      from,
      to,
      billingPlanOid,
      computed,
    ]),
  ).toEqual([
    ["1", "2025-10-01", "2025-11-15", "3001", "225.00"],
    ["2", "2025-11-16", "2025-12-31", "3095", "225.00"],
  ]);
});

test("days that no term has are not billed, and a term's last day ends it", async () => {
  await loadTerms(`${a},2025-01-01,2025-10-23,3001,`);
  const id = await previewed(quarter(a));
  expect(figures(await itemsOf(id))).toEqual([
    `${a} account:${a} 23 180000.00 1.000000 112.50`, // 450.00 × 23 ÷ 92
  ]);
  expect((await itemsOf(id))[0].warnings).toEqual(["noValuation", "terminated"]); // closes are monthly
  await moved(id, "harbor.lin", { runStatus: "DISCARDED" });
  await loadTerms(`${a},2025-01-01,2025-09-30,3001,`);
  expect(codesOf(await as("harbor.lin", "POST", runs, quarter(a)))).toEqual([
    "feerun.account.rule",
  ]);
});

test("cash is left out by its plan, and a security or cash by an exclusion", async () => {
  await loadTerms(`${a},2025-01-01,,3094,`, `${b},2025-01-01,,3001,`);
  await service.load({
    "transactions.csv": [
      columns,
      `${a},96081,BUY,2,${a}01,2025-12-01,602,1000,100,`,
      `${b},96082,BUY,2,${b}01,2025-12-01,602,1000,100,`,
      "",
    ].join("\n"),
    "prices.csv": "securityId,date,close\n602,2025-12-31,120\n",
    "billing-exclusions.csv": `accountNumber,securityId,from,to\n${b},602,2025-12-15,\n`,
  });
  const items = await itemsOf(await previewed(quarter(a, b)));
  expect(items.map(({ basis }: Item) => basis)).toEqual(["120000.00", "320000.00"]);
  await service.load({
    "billing-exclusions.csv": `accountNumber,securityId,from,to\n${b},602,2025-12-15,2025-12-30\n${b},cash,2025-12-31,\n`,
  });
  const estimate = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${b}/feeestimate?on=2025-12-31`,
  );
  expect(estimate.body.basis).toBe("120000.00");
});

test("a mean counts each calendar day", async () => {
  await loadTerms(`${a},2025-01-01,,3093,`);
  await service.load({
    "transactions.csv": `${columns}\n${a},96083,DEP,2,${a}01,2025-12-31,,,,92000\n`,
  });
  const items = await itemsOf(await previewed(quarter(a)));
  expect(items[0]).toMatchObject({ basis: "181000.00" }); // 180,000 + 92,000 ÷ 92
});

test("a large flow counts for the days from its own on, and a minimum is shown", async () => {
  await loadTerms(`${a},2025-01-01,,3095,`);
  await service.load({
    "transactions.csv": `${columns}\n${a},96084,WDL,2,${a}01,2025-11-28,,,,175000\n`,
  });
  const items = await itemsOf(await previewed(quarter(a)));
  // 5,000 + 175,000 × 58 ÷ 92; 11-28 is day 59.
  expect(items[0]).toMatchObject({
    basis: "115326.09",
    computed: "288.32",
    warnings: ["flows"],
  });
});

test("an estimate is that of one period, with all of its lines", async () => {
  await loadTerms(
    `${a},2025-01-01,2025-11-15,3001,`,
    `${a},2025-11-16,,3095,`,
    `${b},2025-10-20,,3092,`,
  );
  const estimateOf = async (of: string, on: string) =>
    (await service.call("adviser", "GET", `/restapi/accounts/${of}/feeestimate?on=${on}`)).body;
  expect(await estimateOf(a, "2025-12-31")).toMatchObject({
    from: "2025-10-01",
    days: "92",
    basis: "360000.00",
    computed: "450.00", // 180,000 × 1 % ÷ 4 × 46 ÷ 92, twice
  });
  // A run would bill the days from 10-20 to 11-15 with it.
  expect(await estimateOf(b, "2026-02-15")).toMatchObject({
    from: "2025-11-16",
    days: "92",
    basis: "420000.00",
    computed: "1050.00",
  });
});

test("in advance a quarter is billed on the value before it, days not served come back, and flows follow", async () => {
  await loadTerms(`${a},2025-01-01,,3092,`, `${b},2026-02-10,,3092,`);
  await service.load({
    "prices.csv": "securityId,date,close\n602,2026-02-10,120\n602,2026-02-17,120\n",
  });
  const first = { periodEnd: "2026-03-31", accountNumbers: [a, b] };
  const id = await posted(first);
  expect(await itemsOf(id)).toMatchObject([
    { lineKind: "period", days: "90", basis: "180000.00", computed: "450.00", state: "POSTED" },
    // 420,000 × 1 % ÷ 4 × 50 ÷ 90
    { lineKind: "inception", days: "50", basis: "420000.00", computed: "583.33" },
  ]);
  await service.load({
    "transactions.csv": `${columns}\n${a},96085,DEP,5,${a}01,2026-02-17,,,,60000\n`,
  });
  await loadTerms(`${b},2026-02-10,2026-03-10,3092,`);
  service.setNow("2026-03-25T15:00:00Z");
  const next = await posted({ periodEnd: "2026-06-30", accountNumbers: [a, b] });
  const items = await itemsOf(next);
  expect(
    items.map(({ accountNumber, lineKind, days, computed, state }: Item) =>
      [accountNumber, lineKind, days, computed, state].join(" "),
    ),
  ).toEqual([
    `${a} flow 90 71.67 POSTED`, // 60,000 × 1 % × 3/12 × 43/90
    `${a} period 91 598.88 POSTED`, // 239,550 × 1 % ÷ 4, on the value after the first fee
    `${b} refund 21 -245.00 POSTED`, // 583.33 × 21 ÷ 50 = 244.9986
  ]);
  const { rows } = await service.admin(
    `select concat_ws(' ', transaction_type, amount, fee_kind, case when reverses is not null then 'reverses' end) as row
     from account_transaction where account_number = $1 and trade_on > '2026-03-02'`,
    [b],
  );
  expect(rows).toEqual([{ row: "FEE 245.00 refund reverses" }]);
  // Nothing is left to be refunded, and no flow is billed twice.
  await swept();
  const again = await as("harbor.lin", "POST", runs, {
    periodEnd: "2026-06-30",
    accountNumbers: [b],
  });
  expect(codesOf(again)).toEqual(["feerun.account.rule"]);
});

/** Billed in advance by 583.33, and ended with 21 of 50 days not served. */
async function endedInAdvance(): Promise<string> {
  await loadTerms(`${b},2026-02-10,,3092,`);
  await service.load({ "prices.csv": "securityId,date,close\n602,2026-02-10,120\n" });
  const id = await posted({ periodEnd: "2026-03-31", accountNumbers: [b] });
  await loadTerms(`${b},2026-02-10,2026-03-10,3092,`);
  service.setNow("2026-03-25T15:00:00Z");
  return id;
}
const next = { periodEnd: "2026-06-30", accountNumbers: [b] };

test("days not served that came back do not come back again when their run is reversed", async () => {
  await endedInAdvance();
  const id = await posted(next);
  expect(await itemsOf(id)).toMatchObject([{ lineKind: "refund", posted: "-245.00" }]);
  const reverse = { runStatus: "REVERSING", comment: "By mistake" };
  expect((await moved(id, "harbor.lin", reverse)).status).toBe(200);
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "REVERSED" });
  expect(await itemsOf(id)).toMatchObject([{ state: "POSTED", posted: "-245.00" }]);
  expect(await itemsOf(await previewed(next))).toEqual([]);
});

test("days not served come back no further than the fee has not come back yet", async () => {
  const first = await endedInAdvance();
  const [{ transactionIds }] = await itemsOf(first);
  const id = await previewed(next);
  expect(await itemsOf(id)).toMatchObject([{ lineKind: "refund", computed: "-245.00" }]);
  expect((await moved(id, "harbor.park", { runStatus: "APPROVED" })).status).toBe(200);
  const refund = { transactionId: transactionIds[0], amount: "583.33", reason: "Agreed" };
  const response = await as("harbor.lin", "POST", `/restapi/accounts/${b}/feerefunds`, refund);
  expect(response.status, response.text).toBe(201);
  await swept();
  expect(await itemsOf(id)).toMatchObject([
    { state: "POSTED", posted: "0.00", transactionIds: [] },
  ]);
  const { rows } = await service.admin(
    `select amount::text from account_transaction
     where account_number = $1 and fee_kind = 'refund'`,
    [b],
  );
  expect(rows).toEqual([{ amount: "583.33" }]);
});

test("in advance a flow counts up to the term's last day, and one after it not at all", async () => {
  service.setNow("2026-03-25T15:00:00Z");
  await loadTerms(`${a},2025-01-01,,3092,`);
  await service.load({
    "prices.csv": "securityId,date,close\n602,2026-02-17,120\n602,2026-03-20,120\n",
  });
  await posted({ periodEnd: "2026-03-31", accountNumbers: [a] });
  await service.load({
    "transactions.csv": [
      columns,
      `${a},96087,DEP,5,${a}01,2026-02-17,,,,60000`,
      `${a},96088,WDL,6,${a}01,2026-03-20,,,,90000`,
      "",
    ].join("\n"),
  });
  await loadTerms(`${a},2025-01-01,2026-03-10,3092,`);
  const items: Item[] = await itemsOf(
    await previewed({ periodEnd: "2026-06-30", accountNumbers: [a] }),
  );
  expect(items.map(({ lineKind, days, computed }) => [lineKind, days, computed])).toEqual([
    ["flow", "69", "36.67"], // 60,000 × 1 % × 3/12 × 22/90
    ["refund", "21", "-105.00"], // 450.00 × 21 ÷ 90
  ]);
});

/** The worked case: 1,250.00 for the second quarter of 2026 in advance, of which some free cash pays a part, ended with 46
 * of 91 days not served. Returns the runs of the fee and of the refund. */
async function endedWhileDue(freeCash: number): Promise<{ first: string; back: string }> {
  service.setNow("2026-03-25T15:00:00Z");
  await loadTerms(`${b},2025-01-01,,3092,`);
  await service.load({
    "transactions.csv": `${columns}\n${b},96091,DEP,5,${b}01,2025-09-03,,,,80000\n`,
  });
  const first = await previewed(next);
  expect(await itemsOf(first)).toMatchObject([{ lineKind: "period", computed: "1250.00" }]);
  expect((await moved(first, "harbor.park", { runStatus: "APPROVED" })).status).toBe(200);
  await service.load({
    "transactions.csv": `${columns}\n${b},96092,WDL,6,${b}01,2026-03-25,,,,${500_000 - freeCash}\n`,
  });
  await swept();
  await loadTerms(`${b},2025-01-01,2026-05-15,3092,`);
  service.setNow("2026-05-18T15:00:00Z");
  const back = await posted(next);
  expect(await itemsOf(back)).toMatchObject([
    { lineKind: "refund", days: "46", computed: "-631.87", state: "POSTED", due: "0.00" },
  ]);
  return { first, back };
}
const refundsOf = async (of: string) =>
  (
    await service.admin(
      `select amount::text from account_transaction
       where account_number = $1 and fee_kind = 'refund'`,
      [of],
    )
  ).rows.map(({ amount }) => amount);

test("days not served of a fee that was paid in part lower first what is due, and the rest comes back", async () => {
  const { first, back } = await endedWhileDue(1_000);
  expect(await itemsOf(first)).toMatchObject([
    { posted: "1000.00", setOff: "250.00", due: "0.00", state: "POSTED", retryUntil: null },
  ]);
  // 631.87 − 250.00; 1,000.00 − 381.87 = 618.13 stay, 1,250.00 × 45/91
  expect(await itemsOf(back)).toMatchObject([{ setOff: "-250.00", posted: "-381.87" }]);
  expect(await refundsOf(b)).toEqual(["381.87"]);
  expect(await runOf(first)).toMatchObject({ posted: "1000.00", due: "0.00" });
  const { rows } = await service.admin(
    `select detail->'detail'->'setOff' as "setOff" from audit_entry
     where subject = $1 and operation = 'postFeeItem' order by sequence desc limit 1`,
    [b],
  );
  expect(rows).toEqual([
    { setOff: { feeRunOid: first, line: "1", state: "POSTED", amount: "250.00" } },
  ]);
});

test("days not served of a fee that nothing has paid are due no more, and the rest is still taken", async () => {
  const { first, back } = await endedWhileDue(0);
  expect(await itemsOf(first)).toMatchObject([
    { posted: "0.00", setOff: "631.87", due: "618.13", state: "DUE" }, // 1,250.00 − 631.87
  ]);
  expect(await itemsOf(back)).toMatchObject([{ setOff: "-631.87", posted: "0.00" }]);
  expect(await refundsOf(b)).toEqual([]);
  expect(await runOf(first)).toMatchObject({ posted: "0.00", due: "618.13" });
  // Ended earlier still, more days come back of the same fee.
  await loadTerms(`${b},2025-01-01,2026-04-30,3092,`);
  const more = await posted(next);
  expect(await itemsOf(more)).toMatchObject([{ days: "15", setOff: "-206.04" }]); // 1,250.00 × 15/91
  await service.load({
    "transactions.csv": `${columns}\n${b},96093,DEP,7,${b}01,2026-05-18,,,,9000\n`,
  });
  const retry = { retry: true, reason: "Cash is there" };
  expect((await as("harbor.lin", "PUT", `${runs}/${first}/items/${b}`, retry)).status).toBe(200);
  expect(await itemsOf(first)).toMatchObject([
    { posted: "412.09", setOff: "837.91", due: "0.00", state: "POSTED" },
  ]);
});
