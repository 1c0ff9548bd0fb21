// A payout counts as accrued from its ex-date until it is booked, so that booking moves no earlier day.
import { expect, test } from "vitest";
import { useRestoredService } from "../../../../test/kept-service.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { readDays } from "../../books/performance/day-lines.ts";
import { computeAccount, isUnchanged } from "../../books/recompute/compute-account.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";

const account = "RA00000006";
const folioNumber = `${account}03`;
const event = "/restapi/corporateevents/4401";

const service = useRestoredService(async () => {
  const days = { tradeDate: "2026-02-03", folioNumber };
  const transactions = [
    { transactionType: "DEP", amount: "5000", ...days },
    { transactionType: "BUY", securityId: "601", shares: "40", price: "52", ...days },
  ];
  const to = `/restapi/accounts/${account}/transactions`;
  const response = await service.call("operator", "POST", to, { transactions });
  expect(response.status, response.text).toBe(201);
  // The purchase would entitle the account to what the sample firm has announced.
  const withdrawn = { status: "CANCELLED", comment: "Withdrawn by the issuer" };
  const announcement = "/restapi/corporateevents/4302";
  const cancelled = await service.call("operator", "PUT", announcement, withdrawn);
  expect(cancelled.status, cancelled.text).toBe(200);
  await swept();
});

const swept = () => runScheduledJobs(testContext(service.db));

const share = { components: undefined, ratioNew: "2", ratioOld: "1" };

/** The days since the split that are estimated, and those that are not. */
async function estimated() {
  const days = (await series()).filter(({ raw }) => raw.on >= "2026-02-20");
  return [true, false].map((is) => days.filter(({ raw }) => raw.isEstimated === is).length);
}

const decided = async (body: object) => {
  const response = await service.call("operator", "PUT", `${event}/lines/${account}`, body);
  expect(response.status, response.text).toBe(200);
  await swept();
};

/** Announces a payout of 0.35 and of 0.10 of capital on 40 shares, ex in February and paid in March. */
async function announced(more: object = {}): Promise<void> {
  const row = {
    eventId: "4401",
    status: "ANNOUNCED",
    kind: "DIV",
    securityId: "601",
    exDate: "2026-02-20",
    payDate: "2026-03-02",
    components: [{ rate: "0.35" }, { rate: "0.10", incomeKind: "return" }],
    ...more,
  };
  await service.load({ "corporate-events.ndjson": JSON.stringify(row) });
}

async function stepped(step: string): Promise<void> {
  const to = "/restapi/simulation/corporateevents/4401/steps";
  const response = await service.call("operator", "POST", to, { step });
  expect(response.status, response.text).toBe(201);
}

async function entitled(more: object = {}): Promise<void> {
  await announced(more);
  await stepped("entitle");
  await swept();
}

/** The days of a series, of the account's own unless a folio is named; what is stored agrees with what is computed from
 * the facts. */
async function series(folio = "") {
  const computed = await computeAccount(testContext(service.db), account);
  expect(computed && isUnchanged(computed), JSON.stringify(computed)).toBe(true);
  const { rows } = await service.admin(
    `select days from performance_quarter where account_number = $1 and folio_number = $2
      and quarter_on >= '2026-01-01' order by quarter_on`,
    [account, folio],
  );
  return rows.flatMap(({ days }) => readDays(days));
}

async function accrued() {
  const days = await series();
  const on = days.filter(({ raw }) => raw.accrued !== 0n);
  return on.map(({ raw }) => `${raw.on} ${raw.accrued}`);
}

test("counts from the ex-date until it is booked, and booking moves no earlier day", async () => {
  const before = await series();
  await entitled();
  const due = await series();
  const paid = await accrued();
  expect(paid[0]).toBe("2026-02-27 1800"); // 40 × 0.45
  expect(paid.length).toBeGreaterThan(2);
  expect(due.filter(({ raw }) => raw.on < "2026-02-20")).toEqual(
    before.filter(({ raw }) => raw.on < "2026-02-20"),
  );
  await stepped("post");
  await swept();
  const booked = await series();
  const isEarlier = ({ raw }: { readonly raw: { readonly on: string } }) => raw.on < "2026-03-02";
  expect(booked.filter(isEarlier)).toEqual(due.filter(isEarlier));
  expect(booked.map(({ unit }) => unit)).toEqual(due.map(({ unit }) => unit));
  expect(await accrued()).toEqual(["2026-02-27 1800"]);
});

test("is accrued in the cash folio from the booking day on, where the folio pays its cash there", async () => {
  const cashFolio = `${account}01`;
  const row = { transactionType: "DEP", tradeDate: "2026-02-03", amount: "100" };
  const to = `/restapi/accounts/${account}/transactions`;
  const transactions = [{ ...row, folioNumber: cashFolio }];
  const sent = await service.call("operator", "POST", to, { transactions });
  expect(sent.status, sent.text).toBe(201);
  await entitled();
  const worth = async (folio: string) =>
    (await series(folio)).map(({ raw, unit }) => [
      raw.on,
      (raw.marketValue ?? 0n) + raw.accrued,
      raw.cashFlows,
      unit,
    ]);
  const due = [await worth(cashFolio), await worth(folioNumber)];
  const accruedOn = async (folio: string, on: string) =>
    (await series(folio)).find(({ raw }) => raw.on === on)?.raw.accrued;
  expect(await accruedOn(folioNumber, "2026-02-27")).toBe(1_800n);
  expect(await accruedOn(cashFolio, "2026-02-27")).toBe(0n);
  expect(await accruedOn(folioNumber, "2026-03-31")).toBe(0n);
  expect(await accruedOn(cashFolio, "2026-03-31")).toBe(1_800n);
  await stepped("post");
  await swept();
  const booked = [await worth(cashFolio), await worth(folioNumber)];
  const valued = (days: (typeof due)[number]) => days.filter(([on]) => on !== "2026-03-02");
  expect(booked.map(valued)).toEqual(due.map(valued));
});

test("stops counting where it is held or the event ends, and counts again once released", async () => {
  const before = await series();
  await entitled();
  const due = await series();
  await decided({ action: "hold", comment: "Asked by the custodian" });
  expect(await series()).toEqual(before);
  await decided({ action: "release" });
  expect(await series()).toEqual(due);
  const response = await service.call("operator", "PUT", event, {
    components: [{ rate: "0.70" }],
  });
  expect(response.status, response.text).toBe(200);
  await swept();
  expect((await accrued())[0]).toBe("2026-02-27 2800");
  await stepped("post");
  await stepped("reverse");
  await swept();
  expect(await series()).toEqual(before);
});

test("stops counting where the event is cancelled", async () => {
  const before = await series();
  await entitled();
  const cancelled = { status: "CANCELLED", comment: "Withdrawn by the issuer" };
  const response = await service.call("operator", "PUT", event, cancelled);
  expect(response.status, response.text).toBe(200);
  await swept();
  expect(await series()).toEqual(before);
});

test("does not count what the books have already", async () => {
  const row = { transactionType: "DIV", securityId: "601", amount: "14", folioNumber };
  const transactions = [{ ...row, tradeDate: "2026-03-02", exDate: "2026-02-20" }];
  const to = `/restapi/accounts/${account}/transactions`;
  const sent = await service.call("operator", "POST", to, { transactions });
  expect(sent.status, sent.text).toBe(201);
  const before = await series();
  await entitled({ components: [{ rate: "0.35" }] });
  expect(await series()).toEqual(before);
  const to2 = `${event}/lines/${account}`;
  const released = await service.call("operator", "PUT", to2, { action: "release" });
  expect(released.status, released.text).toBe(200);
  await swept();
  expect(await series()).toEqual(before);
});

test("days are estimated from the ex-date of a split until it is posted, also where it is held", async () => {
  const before = await series();
  const [none, all] = await estimated();
  expect(none).toBe(0);
  await entitled({ kind: "SPL", ...share });
  expect(await estimated()).toEqual([all, 0]);
  const isEarlier = ({ raw }: { readonly raw: { readonly on: string } }) => raw.on < "2026-02-20";
  expect((await series()).filter(isEarlier)).toEqual(before.filter(isEarlier));
  const from = `/restapi/accounts/${account}/performance/rawdata?startdate=2026-02-27&enddate=2026-02-27`;
  const shown = await service.call("adviser", "GET", from);
  expect(shown.body.values[0]).toMatchObject({ estimated: true });
  await decided({ action: "hold", comment: "The ratio is in doubt" });
  expect(await estimated()).toEqual([all, 0]);
  await decided({ action: "release" });
  await stepped("post");
  await swept();
  expect(await estimated()).toEqual([0, all]);
  // Corrected to another ratio, then taken back.
  const corrected = await service.call("operator", "PUT", event, { ratioNew: "3" });
  expect(corrected.status, corrected.text).toBe(200);
  await swept();
  expect(await estimated()).toEqual([0, all]);
  await stepped("reverse");
  await swept();
  expect(await series()).toEqual(before);
});

test("days are estimated no longer where a stock dividend is cancelled, or the books have its row", async () => {
  const before = await series();
  await entitled({ kind: "SDV", ...share, ratioNew: "21", ratioOld: "20" });
  expect((await estimated())[1]).toBe(0);
  const row = { transactionType: "SPL", securityId: "601", ratioNew: "21", ratioOld: "20" };
  const to = `/restapi/accounts/${account}/transactions`;
  const transactions = [{ ...row, tradeDate: "2026-02-20" }];
  const sent = await service.call("operator", "POST", to, { transactions });
  expect(sent.status, sent.text).toBe(201);
  expect((await estimated())[0]).toBe(0);
  const { rows } = await service.admin(
    `select transaction_id::text as id from account_transaction
      where account_number = $1 and transaction_type = 'SPL'`,
    [account],
  );
  const cancelled = [{ transactionType: "CXL", cancels: rows[0].id }];
  const back = await service.call("operator", "POST", to, { transactions: cancelled });
  expect(back.status, back.text).toBe(201);
  expect((await estimated())[1]).toBe(0);
  const withdrawn = { status: "CANCELLED", comment: "Withdrawn by the issuer" };
  const response = await service.call("operator", "PUT", event, withdrawn);
  expect(response.status, response.text).toBe(200);
  await swept();
  expect(await series()).toEqual(before);
});

test("rights leave the days of their holders as they are", async () => {
  const before = await series();
  await entitled({ kind: "RTS", ...share, intoSecurityId: "602", parentValue: "50" });
  expect(await series()).toEqual(before);
});

test("a late fact changes what is accrued of a due line, before the event is posted", async () => {
  await entitled();
  expect((await accrued())[0]).toBe("2026-02-27 1800"); // 40 × 0.45
  const to = `/restapi/accounts/${account}/transactions`;
  const sold = { transactionType: "SLE", tradeDate: "2026-02-10", securityId: "601", price: "52" };
  const transactions = [{ ...sold, shares: "10", folioNumber }];
  const sent = await service.call("operator", "POST", to, { transactions });
  expect(sent.status, sent.text).toBe(201);
  expect((await swept()).compareCorporateEventLine).toBe(1);
  expect((await accrued())[0]).toBe("2026-02-27 1350"); // 30 × 0.45
  const lines = await service.call("operator", "GET", `${event}/lines?accountnumber=${account}`);
  expect(lines.body).toMatchObject([{ status: "DUE", shares: "30.00000", differs: false }]);
  expect((await swept()).compareCorporateEventLine).toBe(0);
});

test("a line that a load holds or releases stops and begins to count", async () => {
  const before = await series();
  await entitled();
  const due = await series();
  const decide = (action: string) => {
    const row = `4401,${account},${action},By file`;
    return service.load({
      "corporate-event-lines.csv": `eventId,accountNumber,action,comment\n${row}`,
    });
  };
  await decide("hold");
  await swept();
  expect(await series()).toEqual(before);
  await decide("release");
  await swept();
  expect(await series()).toEqual(due);
});
