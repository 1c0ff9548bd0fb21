// Refunds, items changed by hand, and runs that are reversed.
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";

const account = "RA00000012";
const payer = "RA00000014";
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,securityId,shares,price,amount";
const desk = useFeeDesk(async (service) => {
  await service.load({
    "transactions.csv": [
      columns,
      `${account},96051,DEP,1,${account}01,2025-09-02,,,,40000`,
      `${payer},96052,DEP,1,${payer}01,2025-09-02,,,,250000`,
      "",
    ].join("\n"),
  });
});
const { service, as, created, previewed, posted, moved, runOf, itemsOf, swept, codesOf } = desk;
const quarter = (...accountNumbers: string[]) => ({ periodEnd: "2025-12-31", accountNumbers });

const rowsOf = async (of: string) =>
  (
    await service.admin(
      `select concat_ws(' ', transaction_type, right(folio_number, 2), trade_on, amount, fee_kind, fee_paid_by,
         case when reverses is not null then 'reverses' end) as row
       from account_transaction where account_number = $1 and trade_on > '2026-01-01'
       order by trade_on, entry_order, transaction_id`,
      [of],
    )
  ).rows.map(({ row }) => row);
const cashOf = async (of: string) =>
  (
    await service.admin(
      "select sum(amount)::text as cash from folio_cash where account_number = $1",
      [of],
    )
  ).rows[0]?.cash;
const change = (id: string, of: string, body: object, login = "harbor.lin") =>
  as(login, "PUT", `${runs}/${id}/items/${of}`, { reason: "Agreed", ...body });
const refund = (of: string, body: object) =>
  as("harbor.lin", "POST", `/restapi/accounts/${of}/feerefunds`, { reason: "Agreed", ...body });

test("a fee comes back in part, and no more than is left of it", async () => {
  const id = await posted(quarter(account));
  const [{ transactionIds }] = await itemsOf(id);
  const [transactionId] = transactionIds;
  const response = await refund(account, { transactionId, amount: "30.00" });
  expect(response.status, response.text).toBe(201);
  expect(response.headers.location).toContain(`/accounts/${account}/transactions/`);
  expect(await rowsOf(account)).toEqual([
    "FEE 01 2026-03-02 100.00 advisory",
    "FEE 01 2026-03-02 30.00 refund reverses",
  ]);
  expect((await itemsOf(id))[0]).toMatchObject({ state: "POSTED", refunded: "30.00" });
  const above = await refund(account, { transactionId, amount: "70.01" });
  expect(codesOf(above)).toEqual(["feerefund.amount.rule"]);
  expect(above.body[0].message).toBe("Of the fee 70.00 is left to come back.");
  expect((await refund(account, { transactionId, amount: "70.00" })).status).toBe(201);
  expect((await itemsOf(id))[0]).toMatchObject({ state: "REFUNDED", refunded: "100.00" });
  expect(await cashOf(account)).toBe("40000.00");
  const own = (await service.eventsOf(account)).map(({ type }) => type);
  expect(own.filter((type) => type === "fee.refunded")).toHaveLength(2);
});

test("a refund that was cancelled is none, and the fee comes back once more", async () => {
  const id = await posted(quarter(account));
  const [{ transactionIds }] = await itemsOf(id);
  const body = { transactionId: transactionIds[0], amount: "100.00" };
  const first = await refund(account, body);
  const back = String(first.headers.location).split("/").at(-1);
  await service.load({
    "transactions.csv": `accountNumber,transactionId,transactionType,cancels\n${account},96081,CXL,${back}\n`,
  });
  const again = await refund(account, body);
  expect(again.status, again.text).toBe(201);
  expect((await itemsOf(id))[0]).toMatchObject({ state: "REFUNDED", refunded: "100.00" });
  expect(await cashOf(account)).toBe("40000.00");
});

test("a refund is a fee below 0 on its own day, and no day before it moves", async () => {
  const id = await posted(quarter(account));
  const [{ transactionIds }] = await itemsOf(id);
  const path = `/restapi/accounts/${account}/performance/rawdata?daterange=`;
  const march = await service.call("adviser", "GET", `${path}2026-03-02,2026-03-31`);
  expect(march.body.values.at(-1)).toMatchObject({
    fees: "100.00",
    dailyReturn: "0.00000",
    feeDailyReturn: "-0.25000", // 39,900 ÷ 40,000
  });
  service.setNow("2026-04-15T15:00:00Z");
  await refund(account, { transactionId: transactionIds[0], amount: "100.00" });
  const april = await service.call("adviser", "GET", `${path}2026-04-01,2026-04-30`);
  expect(april.body.values.at(-1)).toMatchObject({
    marketValue: "40000.00",
    fees: "-100.00",
    dailyReturn: "0.00000", // (40,000 − 100) ÷ 39,900
    feeDailyReturn: "0.25063", // 40,000 ÷ 39,900
  });
  const again = await service.call("adviser", "GET", `${path}2026-03-02,2026-03-31`);
  expect(again.body).toEqual(march.body);
});

test("two refunds at once never give back more than the fee", async () => {
  const id = await posted(quarter(account));
  const [{ transactionIds }] = await itemsOf(id);
  const body = { transactionId: transactionIds[0], amount: "60.00" };
  const responses = await Promise.all([1, 2].map(() => refund(account, body)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(await cashOf(account)).toBe("39960.00");
});

test("what is no fee in force of the account does not come back", async () => {
  for (const transactionId of ["96051", "1"]) {
    const response = await refund(account, { transactionId, amount: "1.00" });
    expect(codesOf(response)).toEqual(["feerefund.transaction.rule"]);
  }
  const loaded = await refund("RA00000001", { transactionId: "85001", amount: "18.02" });
  expect(loaded.status, loaded.text).toBe(201);
});

test("a dry run books nothing", async () => {
  const id = await posted(quarter(account));
  const [{ transactionIds }] = await itemsOf(id);
  const body = { transactionId: transactionIds[0], amount: "60.00", reason: "Agreed" };
  const to = `/restapi/accounts/${account}/feerefunds`;
  const dry = await service.call("adviser", "POST", to, body, { "X-Dry-Run": "true" });
  expect(dry.status, dry.text).toBe(200);
  expect(dry.body.record).toMatchObject({ net: "60.00", subCategoryName: "REFUND" });
  expect(await rowsOf(account)).toHaveLength(1);
});

test("what a payer has paid comes back to it", async () => {
  await service.load({
    "billing-terms.csv": `accountNumber,from,billingPlanOid,payerAccountNumber\n${payer},2025-01-01,3001,${account}\n`,
  });
  const id = await posted(quarter(payer));
  const [{ transactionIds }] = await itemsOf(id);
  const response = await refund(payer, { transactionId: transactionIds[0], amount: "25.00" });
  expect(response.status, response.text).toBe(201);
  expect(await rowsOf(payer)).toEqual([
    "FEE 01 2026-03-02 625.00 advisory outside",
    "FEE 01 2026-03-02 25.00 refund outside reverses",
  ]);
  expect(await rowsOf(account)).toEqual(["WDL 01 2026-03-02 625.00", "DEP 01 2026-03-02 25.00"]);
});

test("an item is adjusted before its run is approved, by another than who approves", async () => {
  const id = await previewed(quarter(account, payer));
  expect((await change(id, account, { adjustedAmount: "100.01" })).body).toMatchObject([
    { errorCode: "feerun.adjustment.rule", message: expect.stringMatching(/^100.01 is above/) },
  ]);
  const without = await as("harbor.lin", "PUT", `${runs}/${id}/items/${account}`, {
    adjustedAmount: "1.00",
  });
  expect(codesOf(without)).toEqual(["null.reason"]);
  expect(codesOf(await change(id, account, { adjustedAmount: "1.00", excluded: true }))).toEqual([
    "feerun.adjustment.rule",
  ]);
  expect((await change(id, account, { adjustedAmount: "80.00" }, "harbor.park")).status).toBe(200);
  expect(await runOf(id)).toMatchObject({ adjusted: "705.00", adjustedBy: ["harbor.park"] });
  expect(codesOf(await moved(id, "harbor.park", { runStatus: "APPROVED" }))).toEqual([
    "feerun.person.rule",
  ]);
  // Computed again, it stays as long as the amount is the same.
  await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ adjusted: "80.00", reason: "Agreed" });
  expect(codesOf(await change(id, "RA00000005", { excluded: true }))).toEqual([
    "feerun.item.not.found",
  ]);
});

test("a run is approved as it was looked at: one whose items have changed since is refused", async () => {
  const id = await previewed(quarter(account, payer));
  const approve = async (itemsHash: string) =>
    codesOf(await moved(id, "harbor.park", { runStatus: "APPROVED", itemsHash }));
  const seen = (await runOf(id)).itemsHash;
  expect((await change(id, account, { adjustedAmount: "80.00" })).status).toBe(200);
  expect(await approve(seen)).toEqual(["feerun.stale.rule"]);
  const adjusted = (await runOf(id)).itemsHash;
  expect((await change(id, payer, { excluded: true })).status).toBe(200);
  expect(await approve(adjusted)).toEqual(["feerun.stale.rule"]);
  const excluded = (await runOf(id)).itemsHash;
  await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
  await swept();
  // Computed to the same, it is the run that was looked at.
  expect((await runOf(id)).itemsHash).toBe(excluded);
  const response = await moved(id, "harbor.park", { runStatus: "APPROVED", itemsHash: excluded });
  expect(response.status, response.text).toBe(200);
});

test("an excluded account has its days free, and takes them back", async () => {
  const id = await previewed(quarter(account, payer));
  expect((await change(id, account, { excluded: true })).status).toBe(200);
  expect(codesOf(await change(id, account, { excluded: true }))).toEqual(["feerun.status.rule"]);
  const other = await created(quarter(account));
  expect(codesOf(await change(id, account, { excluded: false }))).toEqual(["feerun.overlap.rule"]);
  await moved(other, "harbor.lin", { runStatus: "DISCARDED" });
  expect((await change(id, account, { excluded: false })).status).toBe(200);
  expect((await itemsOf(id))[0]).toMatchObject({ state: "OPEN" });
  expect(codesOf(await as("harbor.lin", "POST", runs, quarter(account)))).toEqual([
    "feerun.overlap.rule",
  ]);
});

test("an invoice that was paid is a fee of that day, and what is due is tried again or written off", async () => {
  await service.load({
    "billing-terms.csv": `accountNumber,from,billingPlanOid,collect\n${payer},2025-01-01,3001,invoice\n`,
    "transactions.csv": `${columns}\n${account},96061,WDL,61,${account}01,2026-02-02,,,,39940\n`,
  });
  const id = await posted(quarter(account, payer));
  expect(codesOf(await change(id, payer, { retry: true }))).toEqual(["feerun.status.rule"]);
  expect(codesOf(await change(id, payer, { paidDate: "2026-03-03" }))).toEqual([
    "invalid.paid.date",
  ]);
  expect((await change(id, payer, { paidDate: "2026-03-01" })).body).toMatchObject([
    {
      errorCode: "feerun.status.rule",
      message: "The run was approved on 2026-03-02: nothing of it was paid before.",
    },
  ]);
  expect((await change(id, payer, { paidDate: "2026-03-02" })).status).toBe(200);
  expect(await rowsOf(payer)).toEqual(["FEE 01 2026-03-02 625.00 advisory outside"]);
  await service.load({
    "transactions.csv": `${columns}\n${account},96062,DEP,62,${account}01,2026-03-02,,,,10\n`,
  });
  expect((await change(id, account, { retry: true })).status).toBe(200);
  expect((await itemsOf(id))[0]).toMatchObject({ state: "PART", posted: "70.00", due: "30.00" });
  expect((await change(id, account, { writeOff: true })).status).toBe(200);
  expect(await itemsOf(id)).toMatchObject([
    { state: "WRITTENOFF", posted: "70.00", due: "0.00" },
    { state: "POSTED", paidDate: "2026-03-02", posted: "625.00" },
  ]);
});

test("a reversed run gives every fee back, and its days are free", async () => {
  const id = await posted(quarter(account, payer));
  const [{ transactionIds }] = await itemsOf(id);
  await refund(account, { transactionId: transactionIds[0], amount: "30.00" });
  const reverse = { runStatus: "REVERSING", comment: "Billed by the wrong plan" };
  expect(codesOf(await moved(id, "harbor.lin", { runStatus: "REVERSING" }))).toEqual([
    "null.comment",
  ]);
  expect(codesOf(await moved(id, "harbor.park", reverse))).toEqual(["feerun.person.rule"]);
  expect((await moved(id, "harbor.lin", reverse)).status).toBe(200);
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "REVERSED", posted: "0.00" });
  expect(await itemsOf(id)).toMatchObject([
    { state: "REFUNDED", refunded: "100.00" },
    { state: "REFUNDED", refunded: "625.00" },
  ]);
  expect([await cashOf(account), await cashOf(payer)]).toEqual(["40000.00", "250000.00"]);
  const again = await posted(quarter(account));
  expect(await runOf(again)).toMatchObject({
    // Of 100.00 and the 725.00 that came back since the payouts of the first run.
    payouts: [{ collected: "100.00", refunded: "725.00", carried: "0.00", amount: "-625.00" }],
  });
});

test("an account shows its fees, and what the next one would be", async () => {
  const id = await posted(quarter(account));
  const fees = await service.call("adviser", "GET", `/restapi/accounts/${account}/fees`);
  expect(fees.body).toMatchObject([
    { feeRunOid: id, periodEnd: "2025-12-31", basis: "40000.00", posted: "100.00" },
  ]);
  const path = `/restapi/accounts/${account}/feeestimate`;
  const estimate = await service.call("adviser", "GET", `${path}?on=2026-02-15`);
  expect(estimate.body).toMatchObject({
    from: "2025-11-16",
    to: "2026-02-15",
    days: "92",
    computed: "100.00",
  });
});

test("a fact that comes after the posting marks the item with what it would be", async () => {
  const id = await posted(quarter(account, payer));
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ changed: null });
  await service.load({
    "transactions.csv": `${columns}\n${account},96071,WDL,71,${account}01,2025-12-30,,,,4000\n`,
  });
  await swept();
  expect(await itemsOf(id)).toMatchObject([
    { changed: "90.00", posted: "100.00", state: "POSTED" },
    { changed: null },
  ]);
  // The run counts it, and lists it alone.
  expect((await runOf(id)).warnings).toMatchObject({ changed: "1" });
  const found = await service.call(
    "adviser",
    "GET",
    `/restapi/firms/1002/feeruns/${id}/items?warning=changed`,
  );
  expect(found.body).toMatchObject([{ accountNumber: account, changed: "90.00" }]);
  await service.load({
    "transactions.csv": `accountNumber,transactionId,transactionType,cancels\n${account},96072,CXL,96071\n`,
  });
  await swept();
  expect((await itemsOf(id))[0]).toMatchObject({ changed: null });
  expect((await runOf(id)).warnings).not.toHaveProperty("changed");
});
