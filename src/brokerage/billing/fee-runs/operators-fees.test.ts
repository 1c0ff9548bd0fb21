// Fees that belong to others: to the operator, to a firm that an account has left, to an account that paid for another.
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";

const [account, payer] = ["RA00000014", "RA00000012"] as const;
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const desk = useFeeDesk(async (service) => {
  await service.load({
    "transactions.csv": [
      columns,
      `${account},96051,DEP,1,${account}01,2025-09-02,40000`,
      `${account},96053,DEP,2,${account}03,2025-09-02,1000`,
      `${payer},96052,DEP,1,${payer}01,2025-09-02,250000`,
      "",
    ].join("\n"),
  });
});
const { service, as, posted, moved, runOf, itemsOf, swept, codesOf } = desk;
const quarter = (...accountNumbers: string[]) => ({ periodEnd: "2025-12-31", accountNumbers });

const rowsOf = async (of: string) =>
  (
    await service.admin(
      `select concat_ws(' ', transaction_type, amount, fee_kind, fee_paid_by) as row
       from account_transaction where account_number = $1 and trade_on > '2026-01-01'
       order by transaction_id`,
      [of],
    )
  ).rows.map(({ row }) => row);
const payFrom = (by: string) =>
  service.load({
    "billing-terms.csv": `accountNumber,from,billingPlanOid,payerAccountNumber\n${account},2025-01-01,3001,${by}\n`,
  });
const moveToOtherFirm = (accountNumber: string) =>
  service.load({
    "accounts.csv": `accountNumber,accountName,accountType,owners,openedOn\n${accountNumber},Moved,I,"[""erin.cole""]",2022-05-02\n`,
  });
const refund = (id: string) =>
  as("harbor.lin", "POST", `/restapi/accounts/${account}/feerefunds`, {
    transactionId: id,
    amount: "25.00",
    reason: "Agreed",
  });

test("a firm reads a run of the operator's fees, and neither waives nor decides on it", async () => {
  const body = { ...quarter(account), kind: "P" };
  expect((await as("harbor.lin", "POST", runs, body)).status).toBe(403);
  const response = await service.call("operator", "POST", runs, body);
  expect(response.status, response.text).toBe(201);
  await swept();
  const id = String(response.headers.location).split("/").at(-1) ?? "";
  const waive = { adjustedAmount: "0.00", reason: "Waived" };
  const item = `${runs}/${id}/items/${account}`;
  expect((await as("harbor.lin", "PUT", item, waive)).status).toBe(403);
  for (const runStatus of ["APPROVED", "COMPUTING", "DISCARDED"]) {
    expect((await moved(id, "harbor.park", { runStatus })).status).toBe(403);
  }
  expect(await runOf(id)).toMatchObject({ runStatus: "PREVIEW", computed: "3.00", adjustedBy: [] });
  expect((await service.call("operator", "PUT", item, waive)).status).toBe(200);
  const discard = { runStatus: "DISCARDED" };
  expect((await service.call("operator", "PUT", `${runs}/${id}`, discard)).status).toBe(200);
});

test("of a payer that has left the firm the refund is paid outside, and nothing is booked there", async () => {
  await payFrom(payer);
  const id = await posted(quarter(account));
  await moveToOtherFirm(payer);
  const [{ transactionIds }] = await itemsOf(id);
  const response = await refund(transactionIds[0]);
  expect(response.status, response.text).toBe(201);
  expect(await rowsOf(payer)).toEqual(["WDL 102.50"]);
  expect(await rowsOf(account)).toEqual([
    "FEE 102.50 advisory outside",
    "FEE 25.00 refund outside",
  ]);
  await moved(id, "harbor.lin", { runStatus: "REVERSING", comment: "By mistake" });
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "REVERSED", posted: "0.00" });
  expect(await rowsOf(payer)).toEqual(["WDL 102.50"]);
});

test("an account that has left the firm gets its fee back when the run is reversed", async () => {
  const id = await posted(quarter(account));
  await moveToOtherFirm(account);
  await moved(id, "harbor.lin", { runStatus: "REVERSING", comment: "By mistake" });
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "REVERSED", posted: "0.00" });
  expect(await rowsOf(account)).toEqual(["FEE 102.50 advisory", "FEE 102.50 refund"]);
  const { rows } = await service.admin(
    "select firm_oid, sum(amount) as left from fee_payment where fee_run_oid = $1 group by 1",
    [id],
  );
  expect(rows).toEqual([{ firm_oid: "1002", left: "0.00" }]);
});

test("the firm that has billed a fee gives it back, not the one to which the account went", async () => {
  const id = await posted(quarter(account));
  const [{ transactionIds }] = await itemsOf(id);
  // As if the account had come from that firm.
  await service.admin("update fee_run set firm_oid = 1003 where fee_run_oid = $1", [id]);
  const response = await refund(transactionIds[0]);
  expect(codesOf(response)).toEqual(["feerefund.transaction.rule"]);
  expect(response.body[0].message).toBe("Another firm has billed this fee, and decides on it.");
  expect(await rowsOf(account)).toEqual(["FEE 102.50 advisory"]);
});
