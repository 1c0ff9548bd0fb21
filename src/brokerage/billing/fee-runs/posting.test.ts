// Taking the fees of an approved run: cash, payers, invoices, what free cash does not pay, and payouts.
import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";
import { selectStaff } from "./payment-queries.ts";

const account = "RA00000012";
const payer = "RA00000014";
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,amount";
const deposit = (to: string, id: string, amount: string) =>
  `${to.slice(0, -2)},${id},DEP,${id.slice(-2)},${to},2025-09-02,,,,${amount}`;
const desk = useFeeDesk(async (service) => {
  await service.load({
    "transactions.csv": [
      columns,
      deposit(`${account}01`, "96011", "40000"),
      deposit(`${payer}01`, "96012", "250000"),
      "",
    ].join("\n"),
  });
});
const { service, as, posted, previewed, moved, runOf, itemsOf, swept } = desk;
const quarter = (...accountNumbers: string[]) => ({ periodEnd: "2025-12-31", accountNumbers });

const rowsOf = async (of: string) =>
  (
    await service.admin(
      `select concat_ws(' ', transaction_type, right(folio_number, 2), trade_on, amount, fee_kind, fee_paid_by,
         right(to_folio_number, 2)) as row
       from account_transaction where account_number = $1 and trade_on > '2026-01-01'
       order by trade_on, entry_order, transaction_id`,
      [of],
    )
  ).rows.map(({ row }) => row);
const cashOf = async (of: string) =>
  (
    await service.admin(
      `select right(folio_number, 2) || ' ' || amount as cash from folio_cash
       where account_number = $1 order by folio_number`,
      [of],
    )
  ).rows.map(({ cash }) => cash);
const loadTerms = (row: string) =>
  service.load({
    "billing-terms.csv": `accountNumber,from,billingPlanOid,discount,payerAccountNumber,collect\n${row}\n`,
  });
const waits = async (code: string) => {
  const restriction = { reason: { code }, type: { code: "CR" } };
  const to = `/restapi/accounts/${account}/restrictions`;
  const response = await service.call("operator", "POST", to, restriction);
  expect(response.status, response.text).toBe(201);
};
const noticesOf = async (of: string) =>
  (
    await service.admin(
      `select login_id, title, text from item_for_attention
       where account_number = $1 and ifa_type = 'NO'`,
      [of],
    )
  ).rows;
const noticeOf = (amount: string, why: string) =>
  `Of the fee from 2025-10-01 to 2025-12-31, ${amount} could not be taken. ${why} It is tried again each day for 30 days.`;
const loadRows = (...rows: string[]) =>
  service.load({ "transactions.csv": [columns, ...rows, ""].join("\n") });

test("all staff but viewers are notified, also those without a role", async () => {
  expect(await selectStaff(service.db, "1002" as Id)).toEqual(["harbor.lin"]);
  await service.admin("update member set staff_role = null where login_id = 'harbor.park'");
  expect(await selectStaff(service.db, "1002" as Id)).toEqual(["harbor.lin", "harbor.park"]);
});

test("one fee is taken from the cash of each account, and the payee is due as much", async () => {
  const id = await posted(quarter(account, payer));
  expect(await rowsOf(account)).toEqual(["FEE 01 2026-03-02 100.00 advisory"]);
  expect(await cashOf(account)).toEqual(["01 39900.00"]);
  expect(await runOf(id)).toMatchObject({
    runStatus: "POSTED",
    posted: "725.00", // 100.00 + 625.00
    due: "0.00",
    payouts: [
      {
        payee: "HARBOR",
        collected: "725.00",
        refunded: "0.00",
        carried: "0.00",
        amount: "725.00",
      },
    ],
  });
  const [item] = await itemsOf(id);
  expect(item).toMatchObject({ state: "POSTED", posted: "100.00", due: "0.00" });
  expect(item.transactionIds).toHaveLength(1);
  const entry = (await service.auditOf(account)).at(-1);
  expect(entry).toMatchObject({
    operation: "postFeeItem",
    detail: { after: { state: "POSTED", posted: "100.00" } },
  });
  const types = (await service.eventsOf(account)).slice(-2).map(({ type }) => type);
  expect(types).toEqual(["transactions.booked", "fee.posted"]);
  await swept();
  expect(await rowsOf(account)).toHaveLength(1);
});

test("cash that its folio lacks comes from the folio with most", async () => {
  await loadRows(
    deposit(`${account}03`, "96021", "300"),
    deposit(`${account}02`, "96022", "500"),
    `${account},96023,WDL,23,${account}01,2026-02-02,,,,39950`,
  );
  await posted(quarter(account));
  expect((await rowsOf(account)).slice(1)).toEqual([
    "CJL 02 2026-03-02 52.00 01", // 40,800 × 1 % ÷ 4 = 102.00, of it 50.00 are there
    "FEE 01 2026-03-02 102.00 advisory",
  ]);
  expect(await cashOf(account)).toEqual(["02 448.00", "03 300.00"]);
});

test("a client sees neither who pays for the account nor the reason of the firm", async () => {
  await loadTerms(`${payer},2025-01-01,3001,,${account},`);
  const id = await previewed(quarter(payer));
  const adjusted = { adjustedAmount: "600.00", reason: "Agreed" };
  await as("harbor.lin", "PUT", `${runs}/${id}/items/${payer}`, adjusted);
  await moved(id, "harbor.park", { runStatus: "APPROVED" });
  await swept();
  const fees = (headers = {}) =>
    service.call("adviser", "GET", `/restapi/accounts/${payer}/fees`, undefined, headers);
  const shown = { feeRunOid: id, adjusted: "600.00" };
  expect((await fees()).body).toMatchObject([
    { ...shown, payerAccountNumber: account, reason: "Agreed" },
  ]);
  expect((await fees({ "X-Associated-Member-Id": "carol.nguyen" })).body).toMatchObject([
    { ...shown, payerAccountNumber: null, reason: null },
  ]);
});

test("a payer pays for another account, in one transaction", async () => {
  await loadTerms(`${account},2025-01-01,3001,,${payer},`).catch(() => {});
  const { rows } = await service.admin("select count(*) as terms from billing_term", []);
  // A retirement account would not be accepted, so the payer is the other way around.
  expect(rows).toEqual([{ terms: "0" }]);
  await loadTerms(`${payer},2025-01-01,3001,,${account},`);
  const id = await posted(quarter(payer));
  expect(await rowsOf(payer)).toEqual(["FEE 01 2026-03-02 625.00 advisory outside"]);
  expect(await rowsOf(account)).toEqual(["WDL 01 2026-03-02 625.00"]);
  expect(await cashOf(account)).toEqual(["01 39375.00"]);
  expect(await cashOf(payer)).toEqual(["01 250000.00"]);
  expect((await itemsOf(id))[0]).toMatchObject({ state: "POSTED", payerAccountNumber: account });
  expect((await service.auditOf(account)).at(-1)).toMatchObject({
    operation: "postFeeItem",
    detail: { detail: { paidFor: payer } },
  });
});

test("what free cash does not pay stays due, and is taken once cash is there", async () => {
  await loadRows(`${account},96031,WDL,31,${account}01,2026-02-02,,,,39940`);
  const id = await posted(quarter(account));
  expect((await itemsOf(id))[0]).toMatchObject({
    state: "PART",
    posted: "60.00",
    due: "40.00",
    retryUntil: "2026-04-01",
  });
  expect(await runOf(id)).toMatchObject({ runStatus: "POSTED", posted: "60.00", due: "40.00" });
  expect(await noticesOf(account)).toEqual([
    {
      login_id: "harbor.lin",
      title: "A fee is due",
      text: noticeOf("40.00", "Free cash is insufficient."),
    },
  ]);
  await loadRows(`${account},96032,DEP,32,${account}01,2026-03-02,,,,1000`);
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ state: "PART" }); // once a day
  service.setNow("2026-03-03T15:00:00Z");
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ state: "POSTED", posted: "100.00", due: "0.00" });
  expect((await rowsOf(account)).filter((row) => row.startsWith("FEE"))).toEqual([
    "FEE 01 2026-03-02 60.00 advisory",
    "FEE 01 2026-03-03 40.00 advisory",
  ]);
});

test.each([
  ["D", { state: "DUE", posted: "0.00", due: "100.00" }, ["01 60.00"]],
  ["N", { state: "POSTED", posted: "100.00", due: "0.00" }, ["01 -40.00"]],
])(
  "a plan that says %s takes all or nothing, or lets cash go below 0",
  async (insufficient, item, cash) => {
    await service.load({
      "billing-plans.csv": `billingPlanOid,firmOid,kind,name,assetFees,insufficient\n3090,1002,advisory,Other,"[{""fromAmount"":0,""annualRate"":1}]",${insufficient}\n`,
    });
    await loadTerms(`${account},2025-01-01,3090,,,`);
    await loadRows(`${account},96041,WDL,41,${account}01,2026-02-02,,,,39940`);
    const id = await posted(quarter(account));
    expect((await itemsOf(id))[0]).toMatchObject(item);
    expect(await cashOf(account)).toEqual(cash);
  },
);

test("an invoice takes nothing until its payment is noted", async () => {
  await loadTerms(`${account},2025-01-01,3001,,,invoice`);
  const id = await posted(quarter(account));
  expect((await itemsOf(id))[0]).toMatchObject({ state: "DUE", posted: "0.00", due: "100.00" });
  expect(await rowsOf(account)).toEqual([]);
});

test("an account that waits for its owners is excluded, and its days are free", async () => {
  await waits("020");
  const id = await previewed(quarter(account, payer));
  expect(await itemsOf(id)).toMatchObject([
    { state: "EXCLUDED", warnings: ["pending"] },
    { state: "OPEN" },
  ]);
  await moved(id, "harbor.park", { runStatus: "APPROVED" });
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "POSTED", posted: "625.00" });
  await desk.created(quarter(account));
});

test("what was taken in part stays billed when the account waits for its owners afterwards", async () => {
  await loadRows(`${account},96033,WDL,33,${account}01,2026-02-02,,,,39940`);
  const id = await posted(quarter(account));
  expect((await itemsOf(id))[0]).toMatchObject({ state: "PART", posted: "60.00" });
  await waits("022");
  service.setNow("2026-03-04T15:00:00Z");
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({
    state: "PART",
    posted: "60.00",
    due: "40.00",
    reason: "The account waits for its owners.",
  });
  const again = await desk.as("harbor.lin", "POST", runs, quarter(account));
  expect(desk.codesOf(again)).toEqual(["feerun.overlap.rule"]);
});

test("nothing is taken by hand from an account that waits for its owners or has left", async () => {
  await loadTerms(`${payer},2025-01-01,3001,,,invoice`);
  await loadRows(`${account},96034,WDL,34,${account}01,2026-02-02,,,,39940`);
  const id = await posted(quarter(account, payer));
  const change = (of: string, body: object) =>
    desk.as("harbor.lin", "PUT", `${runs}/${id}/items/${of}`, { reason: "Agreed", ...body });
  await loadRows(`${account},96035,DEP,35,${account}01,2026-03-02,,,,1000`);
  await waits("022");
  const retried = await change(account, { retry: true });
  expect(desk.codesOf(retried)).toEqual(["feerun.status.rule"]);
  expect(retried.body[0].message).toBe("The account waits for its owners.");
  await service.admin(
    `update account set firm_oid = 1001, billing_plan_oid = null,
       primary_owner_login_id = (select min(login_id) from member where firm_oid = 1001)
     where account_number = $1`,
    [payer],
  );
  const paid = await change(payer, { paidDate: "2026-03-02" });
  expect(desk.codesOf(paid)).toEqual(["feerun.status.rule"]);
  expect(paid.body[0].message).toBe("The account has left the firm.");
  expect(await itemsOf(id)).toMatchObject([{ state: "PART", posted: "60.00" }, { state: "DUE" }]);
});

test.each([
  [
    "update account_owner set login_id = 'harbor.lin' where account_number = $1",
    "The payer is no account of the firm with an owner in common.",
  ],
  [
    `update account set account_type = 'R', default_tax_lot_selection = 'AVGC',
       long_term_tax_rate = null, short_term_tax_rate = null where account_number = $1`,
    "A retirement account pays for no other account.",
  ],
])("a payer is judged again when it pays", async (change, reason) => {
  await loadTerms(`${payer},2025-01-01,3001,,${account},`);
  const id = await previewed(quarter(payer));
  await moved(id, "harbor.park", { runStatus: "APPROVED" });
  await service.admin(change, [account]);
  await swept();
  expect(await itemsOf(id)).toMatchObject([{ state: "DUE", posted: "0.00", reason }]);
  expect(await cashOf(account)).toEqual(["01 40000.00"]);
  expect(await noticesOf(payer)).toMatchObject([{ text: noticeOf("625.00", reason) }]);
  const to = `${runs}/${id}/items/${payer}`;
  const retried = await desk.as("harbor.lin", "PUT", to, { reason: "Agreed", retry: true });
  expect(desk.codesOf(retried)).toEqual(["feerun.status.rule"]);
  expect(retried.body[0].message).toBe(reason);
});

test("a run warns where the account that pays lacks the cash", async () => {
  await loadTerms(`${payer},2025-01-01,3001,,${account},`);
  const id = await previewed(quarter(payer));
  expect(await itemsOf(id, "?warning=noCash")).toEqual([]);
  await loadRows(`${account},96036,WDL,36,${account}01,2026-02-02,,,,39375.01`);
  await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
  await swept();
  // 40,000.00 − 39,375.01 is a cent less than the fee.
  expect(await itemsOf(id, "?warning=noCash")).toMatchObject([{ computed: "625.00" }]);
});

test("a fee lowers the return net of fees on its day, and not the gross one", async () => {
  // E of 40,000.00 pays 100.00: gross (39,900 + 100) ÷ 40,000 = 1, net 39,900 ÷ 40,000 = 0.9975.
  await posted(quarter(account));
  const { body } = await service.call(
    "adviser",
    "GET",
    `/restapi/accounts/${account}/performance/rawdata?daterange=2026-03-02,2026-03-31`,
  );
  expect(body.values.at(-1)).toMatchObject({
    marketValue: "39900.00",
    fees: "100.00",
    dailyReturn: "0.00000",
    feeDailyReturn: "-0.25000",
  });
});

test("a fee that was taken in two parts comes back in two refunds", async () => {
  await loadRows(`${account},96037,WDL,37,${account}01,2026-02-02,,,,39940`);
  const id = await posted(quarter(account));
  await loadRows(`${account},96038,DEP,38,${account}01,2026-03-02,,,,1000`);
  service.setNow("2026-03-03T15:00:00Z");
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ state: "POSTED", posted: "100.00" });
  const reversing = { runStatus: "REVERSING", comment: "Wrong plan" };
  expect((await moved(id, "harbor.lin", reversing)).status).toBe(200);
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ state: "REFUNDED", refunded: "100.00" });
  expect(await cashOf(account)).toEqual(["01 1060.00"]); // 40,000 − 39,940 + 1,000
});
