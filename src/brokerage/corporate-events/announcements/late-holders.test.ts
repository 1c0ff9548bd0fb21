// Accounts that later facts entitle, of every kind of fact: each gets a line with the mark.
import { expect, test } from "vitest";
import { account, buy, dividend, path, useEventDesk } from "../../../../test/event-desk.ts";

const { service, book, lineOf, posted, moved, swept } = useEventDesk();

/** A late line: nothing is booked, and something would be. */
const late = { status: "NONE", shares: "0.00000", differs: true };

async function lineOfAccount(id: string, accountNumber: string) {
  const to = `${path}/${id}/lines?accountnumber=${accountNumber}`;
  return (await service.call("operator", "GET", to)).body[0];
}

test("who had sold all before the ex-date, and whose sale is cancelled, is marked and booked", async () => {
  await book({ ...buy("2026-02-10", "37.5"), transactionType: "SLE" });
  const { rows } = await service.admin(
    `update account_transaction set accepted_at = '2026-02-11'
     where account_number = $1 and security_id = 601 returning transaction_id, transaction_type`,
    [account],
  );
  const sale = rows.find((row) => row.transaction_type === "SLE")?.transaction_id;
  const id = await posted(dividend);
  expect(await lineOf(id)).toBe(undefined);
  await book({ transactionType: "CXL", cancels: sale, folioNumber: undefined });
  await swept();
  expect(await lineOf(id)).toMatchObject(late);
  await moved(id, "bursar.ops", { status: "POSTING", recomputeDiffering: true });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "POSTED", payments: [{ gross: "13.13" }] });
});

test("who gets lots from another account, traded before the ex-date, is marked", async () => {
  const giver = "RA00000011";
  const receiver = "RA00000009";
  const folioNumber = `${giver}03`;
  const bookGiver = async (row: object) => {
    const to = `/restapi/accounts/${giver}/transactions`;
    const transactions = [{ securityId: "601", folioNumber, ...row }];
    const response = await service.call("operator", "POST", to, { transactions });
    expect(response.status, response.text).toBe(201);
  };
  await bookGiver(buy("2026-02-03", "40"));
  const id = await posted(dividend);
  expect(await lineOfAccount(id, receiver)).toBe(undefined);
  await bookGiver({
    transactionType: "LMV",
    reason: "JNL",
    tradeDate: "2026-02-19",
    shares: "10",
    toAccountNumber: receiver,
    toFolioNumber: `${receiver}03`,
  });
  await swept();
  expect(await lineOfAccount(id, giver)).toMatchObject({ status: "POSTED", differs: true });
  expect(await lineOfAccount(id, receiver)).toMatchObject(late);
});

test("who gets the security by an event of another, traded before the ex-date, is marked", async () => {
  const id = await posted({ ...dividend, securityId: "603" });
  expect(await lineOf(id)).toBe(undefined);
  await book({
    transactionType: "SPO",
    tradeDate: "2026-02-12",
    securityId: "601",
    intoSecurityId: "603",
    ratioNew: "1",
    ratioOld: "4",
    childPart: "0.08",
  });
  await swept();
  expect(await lineOf(id)).toMatchObject(late);
});
