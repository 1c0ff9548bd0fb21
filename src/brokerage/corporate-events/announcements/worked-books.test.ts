// The books after each kind of event, for a holder of 40 shares of ACME with a basis of 2,080.00.
import { expect, test } from "vitest";
import { useRestoredService } from "../../../../test/kept-service.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import { endOfPostings, postingOfLines } from "./scheduled-job.ts";

const account = "RA00000006";
const folioNumber = `${account}03`;
const jobs = [postingOfLines, endOfPostings] as never[];

const service = useRestoredService(async () => {
  const buy = { transactionType: "BUY", securityId: "601", shares: "40", price: "52" };
  await book({ transactionType: "DEP", amount: "5000" }, buy);
});

async function book(...rows: readonly object[]): Promise<void> {
  const transactions = rows.map((row) => ({ folioNumber, tradeDate: "2026-02-03", ...row }));
  const to = `/restapi/accounts/${account}/transactions`;
  const response = await service.call("operator", "POST", to, { transactions });
  expect(response.status, response.text).toBe(201);
}

/** Brings an event of ACME from its load to its end in the books, and returns the line of the account. */
async function posted(event: object) {
  const days = { exDate: "2026-02-20", effectiveDate: "2026-02-20" };
  const row = { eventId: "4401", status: "ANNOUNCED", securityId: "601", ...days, ...event };
  await service.load({ "corporate-events.ndjson": JSON.stringify(row) });
  for (const step of ["entitle", "post"]) {
    const to = "/restapi/simulation/corporateevents/4401/steps";
    const response = await service.call("operator", "POST", to, { step });
    expect(response.status, response.text).toBe(201);
  }
  await runScheduledJobs(testContext(service.db), undefined, jobs);
  const to = `/restapi/corporateevents/4401/lines?accountnumber=${account}`;
  const [line] = (await service.call("operator", "GET", to)).body;
  expect(line).toMatchObject({ status: "POSTED" });
  return line;
}

/** Open lots as security, shares and basis. */
const openLots = async () =>
  (
    await service.admin(
      `select security_id::text as id, share_quantity::text as shares,
        adjusted_cost_basis::text as basis
      from open_lot where account_number = $1 order by 1, 2`,
      [account],
    )
  ).rows.map(({ id, shares, basis }) => `${id} ${shares} ${basis}`);
const gains = async () =>
  (
    await service.admin(
      `select reportable_gain_loss::text as gain from closed_lot
      where account_number = $1 order by 1`,
      [account],
    )
  ).rows.map(({ gain }) => gain);

/** The account's cash in cents. */
async function cash(): Promise<number> {
  const { rows } = await service.admin(
    "select sum(amount * 100)::integer as cents from folio_cash where account_number = $1",
    [account],
  );
  return rows[0]?.cents;
}

/** The proceeds of the closed lots of the account. */
async function proceeds(): Promise<string[]> {
  const { rows } = await service.admin(
    "select net_sale_amount::text as net from closed_lot where account_number = $1 order by 1",
    [account],
  );
  return rows.map(({ net }) => net);
}

async function activity(query: string): Promise<string> {
  const to = `/restapi/accounts/${account}/transactions?daterange=10y&${query}`;
  return (await service.call("operator", "GET", to)).text;
}

/** Cash, lots and series of the account. */
async function state() {
  const tables = ["folio_cash", "folio_cash_day", "open_lot", "closed_lot", "performance_quarter"];
  return Promise.all(
    tables.map(async (table) => {
      const all = `select * from ${table} where account_number = $1 order by 1, 2, 3`;
      return (await service.admin(all, [account])).rows;
    }),
  );
}

test("capital that is paid back lowers the basis", async () => {
  await posted({ kind: "ROC", payDate: "2026-02-27", components: [{ rate: "0.10" }] });
  expect(await openLots()).toEqual(["601 40.00000 2076.00"]); // 2,080.00 − 4.00
});

test("a spin-off shares the basis by the values", async () => {
  const values = { intoSecurityId: "602", childValue: "8", parentValue: "92" };
  await posted({ kind: "SPO", ratioNew: "1", ratioOld: "4", ...values });
  // 2,080 × 8 ÷ (8 + 4 × 92)
  expect(await openLots()).toEqual(["601 40.00000 2035.74", "602 10.00000 44.26"]);
});

test("a stock dividend leaves the basis", async () => {
  await posted({ kind: "SDV", ratioNew: "21", ratioOld: "20" });
  expect(await openLots()).toEqual(["601 42.00000 2080.00"]);
});

test("a merger for cash realizes the gain, one for both at most the cash", async () => {
  await posted({ kind: "MRG", cashPerShare: "55.25" });
  expect([await openLots(), await gains()]).toEqual([[], ["130.00"]]); // 2,210.00 − 2,080.00
  await service.restore();
  const both = { intoSecurityId: "602", cashPerShare: "20", newShareValue: "70" };
  await posted({ kind: "MRG", ratioNew: "0.5", ratioOld: "1", ...both });
  // min(800, 1,400 + 800 − 2,080); 2,080 − 800 + 120
  expect(await gains()).toEqual(["120.00"]);
  expect(await openLots()).toEqual(["602 20.00000 1400.00"]);
});

test("a merger in parts pays the account its cash to the cent, over three folios and back from CSV", async () => {
  const buy = { transactionType: "BUY", securityId: "602", shares: "2", price: "10" };
  const folios = ["01", "02", "03"].map((folio) => ({ ...buy, folioNumber: `${account}${folio}` }));
  await book(...folios);
  const before = await cash();
  const kept = await activity("format=csv");
  const options = [
    {
      optionId: "C",
      name: "Cash",
      type: "CASH",
      default: true,
      rate: "10.005",
      prorationPct: "50",
    },
    { optionId: "S", name: "Stock", type: "STOCK", ratioNew: "1", ratioOld: "1" },
  ];
  const terms = { kind: "MRG", securityId: "602", intoSecurityId: "603", options };
  const line = await posted({ ...terms, deadline: "2026-02-19T17:00:00-05:00" });
  // 3 × 10.005 is 30.02; three rows of 1 × 10.005 would be 30.03.
  expect(line.payments).toMatchObject([{ component: "C", gross: "30.02", shares: "3.00000" }]);
  expect((await cash()) - before).toBe(3_002);
  expect(await proceeds()).toEqual(["10.00", "10.01", "10.01"]);
  const rows = JSON.parse(await activity("eventid=4401"));
  const nets = rows.map((row: { net: string }) => row.net).toSorted();
  expect(nets).toEqual(["0.00", "0.00", "0.00", "10.00", "10.01", "10.01"]);
  const books = await state();
  const file = await activity("format=csv");
  expect(await service.load({ "transactions.csv": file })).toMatchObject([
    { added: 0, changed: 0 },
  ]);
  // A cluster's store is not brought back but prepared anew, with other ids.
  if (service.db.isDistributed) return;
  // Where the event was never heard of.
  await service.restore();
  await service.load({ "transactions.csv": kept });
  await service.load({ "transactions.csv": file });
  expect(await state()).toEqual(books);
});

test("rights have no basis, and their exercise opens shares for its price", async () => {
  await posted({
    kind: "RTS",
    ratioNew: "1",
    ratioOld: "1",
    intoSecurityId: "602",
    parentValue: "92",
  });
  expect(await openLots()).toEqual(["601 40.00000 2080.00", "602 40.00000 0.00"]);
  await book({
    transactionType: "EXR",
    tradeDate: "2026-02-25",
    securityId: "602",
    intoSecurityId: "603",
    shares: "40",
    ratioNew: "1",
    ratioOld: "4",
    amount: "500",
  });
  expect(await openLots()).toContain("603 10.00000 500.00");
});

test("what became worthless stays until the year ends", async () => {
  await posted({ kind: "WLS" });
  expect(await openLots()).toEqual(["601 40.00000 2080.00"]);
});
