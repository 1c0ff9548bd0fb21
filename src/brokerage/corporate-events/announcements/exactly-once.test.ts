// However an event is posted, and by however many at once, the books are the same: no account twice, none left out.
import { expect, test } from "vitest";
import { useRestoredService } from "../../../../test/kept-service.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import { selectDueLines } from "./line-queries.ts";
import { postCorporateEventLine } from "./post-corporate-event-line.ts";
import { comparingOfLines, endOfPostings, postingOfLines } from "./scheduled-job.ts";

const accounts = ["RA00000001", "RA00000003", "RA00000006", "RB00000001"];

const service = useRestoredService(async () => {
  for (const account of accounts) {
    const folioNumber = `${account}03`;
    const { body } = await service.call(
      "operator",
      "GET",
      `/restapi/accounts/${account}/folios/${folioNumber}`,
    );
    if (body.folioNumber === undefined) continue;
    const row = { folioNumber, tradeDate: "2026-02-03" };
    const transactions = [
      { ...row, transactionType: "DEP", amount: "5000" },
      { ...row, transactionType: "BUY", securityId: "602", shares: "12.5", price: "90" },
    ];
    const to = `/restapi/accounts/${account}/transactions`;
    await service.call("operator", "POST", to, { transactions });
  }
  await service.load({
    "corporate-events.ndjson": JSON.stringify({
      eventId: "4401",
      status: "ANNOUNCED",
      kind: "DIV",
      securityId: "602",
      exDate: "2026-02-20",
      payDate: "2026-02-27",
      components: [{ rate: "0.333", incomeKind: "qualified" }],
    }),
  });
  await runScheduledJobs(testContext(service.db));
  await service.admin("update corporate_event set status = 'POSTING' where event_id = 4401");
});

const steps = [postingOfLines, endOfPostings, comparingOfLines] as never[];
const context = () => testContext(service.db);

async function state() {
  const of = async (text: string) => (await service.admin(text)).rows;
  return {
    lines: await of(
      `select account_number, status, transaction_ids::text[] from corporate_event_line
      where event_id = 4401 order by 1`,
    ),
    rows: await of(
      `select account_number, transaction_id::text, transaction_type, amount::text, entry_order
      from account_transaction where event_id = '4401' order by 1, 2`,
    ),
    cash: await of(
      "select account_number, folio_number, amount::text from folio_cash order by 1, 2",
    ),
    status: await of("select status from corporate_event where event_id = 4401"),
  };
}

test("posted by one sweep, by four at once and after kills: the same books", async () => {
  await runScheduledJobs(context(), undefined, steps);
  const once = await state();
  expect(once.status).toEqual([{ status: "POSTED" }]);
  expect(once.lines.length).toBeGreaterThan(1);
  expect(once.lines.every(({ status }) => status === "POSTED")).toBe(true);
  expect(new Set(once.rows.map((row) => row.transaction_id)).size).toBe(once.rows.length);

  await service.restore();
  await Promise.all([1, 2, 3, 4].map(() => runScheduledJobs(context(), undefined, steps)));
  expect(await state()).toEqual(once);

  await service.restore();
  // Each line is begun by a run that dies before its commit, then by one that is not.
  for (const due of await selectDueLines(service.db, 100)) {
    const dying = {
      ...context(),
      noteChange: () => {
        throw new Error("killed");
      },
    };
    await expect(postCorporateEventLine(dying, due)).rejects.toThrow("killed");
    expect(await postCorporateEventLine(context(), due)).toBe(true);
    expect(await postCorporateEventLine(context(), due)).toBe(false);
  }
  await runScheduledJobs(context(), undefined, steps);
  expect(await state()).toEqual(once);
});

test("a line is worked out anew where its account's facts have changed since", async () => {
  const account = "RA00000006";
  const sale = { transactionType: "SLE", securityId: "602", shares: "2.5", price: "90" };
  const row = { ...sale, folioNumber: `${account}03`, tradeDate: "2026-02-19" };
  const to = `/restapi/accounts/${account}/transactions`;
  expect((await service.call("operator", "POST", to, { transactions: [row] })).status).toBe(201);
  await runScheduledJobs(context(), undefined, steps);
  const booked = (await state()).rows.find(
    (each) => each.account_number === account && each.transaction_type === "DIV",
  );
  expect(booked).toMatchObject({ amount: "3.33" }); // 10 × 0.333
});
