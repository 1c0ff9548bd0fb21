// What the books make of each kind of event, for a holder of 40 shares of ACME with a basis of 2,080.00.
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
