// Debian's hledger as another keeper of the same books: the rows as a journal give the balances that the service
// answers, by trade date and by settlement (`--date2`); of the sample firm, and of random accounts, 1,000 of them
// in `npm run proofs`.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, type Day } from "@bursar/values/dates";
import { moneyText } from "@bursar/values/units";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCalendar } from "../src/reference/settlement/calendar.ts";
import { cashHistories } from "./cash-histories.ts";
import { type CashRow, journalEntry, settlesOn } from "./cash-reader.ts";
import { computedCash } from "./computed-cash.ts";
import { openTestService, type TestService } from "./harness.ts";

const { PROOFS } = process.env;
const isInstalled = spawnSync("hledger", ["--version"]).status === 0;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bursar-hledger-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The cash of accounts before a day, by name; of a depth of 2 without folios. */
function cashOf(journal: string, before: Day, ...options: string[]): ReadonlyMap<string, string> {
  const file = join(folder, "rows.journal");
  writeFileSync(file, `commodity 1000.00 USD\n\n${journal}`);
  const report = ["bal", "cash", "--flat", "--no-total", "-O", "csv", "-e", before];
  const text = execFileSync("hledger", ["-f", file, ...report, ...options], { encoding: "utf8" });
  const lines = [...text.matchAll(/^"cash:([^"]+)","(?:(-?[\d.]+) USD|0)"$/gm)];
  return new Map(lines.map(([, name = "", amount = "0.00"]) => [name, amount]));
}

describe.runIf(isInstalled)("hledger has the balances that are answered", () => {
  test("of random accounts and their folios", () => {
    const numRuns = PROOFS === undefined ? 100 : 1_000;
    const on = "2026-11-27" as Day;
    const calendar = openCalendar();
    const histories = fc.sample(cashHistories, numRuns).map(({ rows }) => rows);
    const journal = histories.flatMap((rows, at) =>
      rows
        .filter(({ row }) => row.tradeOn <= on)
        .map(({ row, days }) => journalEntry(`H${at}`, row, settlesOn(row, days))),
    );
    const traded = cashOf(journal.join("\n"), addDays(on, 1));
    const settled = cashOf(journal.join("\n"), addDays(on, 1), "--date2");
    for (const [at, rows] of histories.entries()) {
      const balances = computedCash(
        rows.map(({ row }) => row),
        on,
        calendar,
      );
      for (const folio of balances.folios) {
        const name = `H${at}:${folio.folioNumber}`;
        expect(moneyText(folio.traded), name).toBe(traded.get(name) ?? "0.00");
        expect(moneyText(folio.settled), name).toBe(settled.get(name) ?? "0.00");
      }
    }
  });

  describe("of the sample firm", () => {
    let service: TestService;
    beforeAll(async () => {
      service = await openTestService();
    });
    afterAll(() => service.close());

    test("on past days, and today with what is not settled", async () => {
      service.setNow("2026-11-24T22:00:00Z");
      const account = "RA00000006";
      const row = (transactionType: string, tradeDate: string, more: object) => {
        return { transactionType, folioNumber: `${account}03`, tradeDate, ...more };
      };
      const transactions = [
        row("DEP", "2026-11-02", { amount: "9000" }),
        row("BUY", "2026-11-10", { securityId: "601", shares: "10", price: "50.125" }),
        row("SLE", "2026-11-24", { securityId: "601", shares: "3.5", price: "80", fees: "0.22" }),
        row("BUY", "2026-11-24", { securityId: "602", shares: "50", price: "60" }),
        row("INT", "2026-11-24", { amount: "2.5", settlementDate: "2026-11-30" }),
      ];
      const path = `/restapi/accounts/${account}/transactions`;
      expect((await service.call("operator", "POST", path, { transactions })).status).toBe(201);

      const rows = await storedRows(service);
      const journal = rows.map((each) => journalEntry(each.accountNumber, each, each.settled));
      for (const on of ["2025-11-14", "2025-12-31", "2026-11-10", "2026-11-24"] as Day[]) {
        // Trades up to the day, whether they settle by then or later.
        const until = rows.flatMap((each, at) => (each.tradeOn <= on ? (journal[at] ?? "") : ""));
        const options = ["--depth", "2"];
        const traded = cashOf(until.join("\n"), addDays(on, 1), ...options);
        const settled = cashOf(until.join("\n"), addDays(on, 1), ...options, "--date2");
        for (const number of new Set(rows.map((each) => each.accountNumber))) {
          const { body } = await service.call(
            "operator",
            "GET",
            `/restapi/accounts/${number}/balances?asof=${on}`,
          );
          expect([number, on, body.tradeDateBalance, body.settlementDateBalance]).toEqual([
            number,
            on,
            traded.get(number) ?? "0.00",
            settled.get(number) ?? "0.00",
          ]);
        }
      }
    });
  });
});

test.skipIf(isInstalled)("hledger is not installed: `apt-get install hledger`", () => {});

type StoredRow = CashRow & { readonly accountNumber: string; readonly settled: string };

/** The rows in force as they are stored, with the days on which they settle. Every trade of the sample states
 * that day; those of this test settle after one. */
async function storedRows({ admin }: TestService): Promise<StoredRow[]> {
  const { rows } = await admin(`
    select account_number as "accountNumber", transaction_id::text as "transactionId",
      transaction_type as "transactionType", folio_number as "folioNumber", trade_on::text as "tradeOn",
      settlement_on::text as "settlementOn", shares::text, price::text, fees::text,
      net_amount::text as "netAmount", amount::text, accrued_interest::text as "accruedInterest",
      federal_tax_withholding::text as "federalTaxWithholding",
      state_tax_withholding::text as "stateTaxWithholding",
      foreign_tax_withholding::text as "foreignTaxWithholding", to_folio_number as "toFolioNumber",
      fee_paid_by as "feePaidBy", fee_kind as "feeKind", quotation_factor::text as "quotationFactor"
    from account_transaction as t left join security using (security_id)
    where transaction_type <> 'CXL' and not exists (
      select from account_transaction as later
      where later.account_number = t.account_number and later.takes_back = t.transaction_id)
    order by account_number, trade_on, transaction_id`);
  return (rows as StoredRow[]).map((row) => ({ ...row, settled: settlesOn(row, 1) }));
}
