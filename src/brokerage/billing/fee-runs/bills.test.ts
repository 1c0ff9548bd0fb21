// The bills of fees: before anything is taken each account billed has one, exactly one, and each refund has its own.
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { readPdf } from "../../../../test/statements/read-pdf.ts";
import { accountsOfTransaction } from "../../../platform/store/distributed/differences.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";
import { beginFeePosting } from "./begin-fee-posting.ts";
import { selectBillsToWithdraw, selectItemsToBill, selectRefundsToBill } from "./bill-queries.ts";
import { drawFeeBill, drawFeeBills } from "./draw-fee-bill.ts";
import { drawRefundBill } from "./draw-refund-bill.ts";
import { selectRunsToPost } from "./due-queries.ts";
import { withdrawFeeBill } from "./withdraw-fee-bill.ts";

const [a, b, c] = ["RA00000012", "RA00000014", "RA00000016"] as const;
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const tiers =
  '"[{""fromAmount"":0,""annualRate"":1.2},{""fromAmount"":250000,""annualRate"":0.9},{""fromAmount"":1000000,""annualRate"":0.6}]"';
const onePercent = '"[{""fromAmount"":0,""annualRate"":1}]"';
const desk = useFeeDesk(async (service) => {
  await service.load({
    "billing-plans.csv": [
      "billingPlanOid,firmOid,kind,name,billMode,assetFees",
      `3091,1002,advisory,Tiers,,${tiers}`,
      `3092,1002,advisory,Advance,D,${onePercent}`,
      "",
    ].join("\n"),
    "transactions.csv": [
      columns,
      `${a},96071,DEP,1,${a}01,2025-09-02,180000`,
      `${b},96072,DEP,1,${b}01,2025-09-02,420000`,
      `${c},96073,DEP,1,${c}01,2025-09-02,95500.25`,
      "",
    ].join("\n"),
  });
});
const { service, as, previewed, posted, moved, runOf, itemsOf, swept } = desk;
const quarter = (...accountNumbers: string[]) => ({ periodEnd: "2025-12-31", accountNumbers });
const later = { postDate: "2026-03-05" };
const context = () => testContext(service.db, service.now());
const dying = () => ({
  ...context(),
  noteChange: () => {
    throw new Error("killed");
  },
});
const approve = async (id: string) => {
  const response = await moved(id, "harbor.park", { runStatus: "APPROVED" });
  expect(response.status, response.text).toBe(200);
};
const list = async () => {
  const path = "/restapi/members/carol.nguyen/downloads/bills";
  return (await service.call("adviser", "GET", path)).body as Record<string, string>[];
};
const textsOf = async (reportId: string | undefined) => {
  const { rows } = await service.admin(
    "select content from document_content where document_oid = $1",
    [reportId],
  );
  const { pages } = await readPdf(rows[0]?.content);
  return pages.flatMap(({ texts }) => texts);
};
const stored = async () =>
  (
    await service.admin(
      `select subject, name, is_corrected, run_oid::text as run from document
       where report_type = 'AD' and subject = any($1) order by subject, name`,
      [[a, b, c]],
    )
  ).rows;
const feesOf = async (of: string) =>
  (
    await service.admin(
      `select transaction_id::text as id from account_transaction
       where account_number = $1 and transaction_type = 'FEE'`,
      [of],
    )
  ).rows.map(({ id }) => id as string);

async function householdOf(...accounts: string[]) {
  const row = (oid: string, name: string, members: object[]) =>
    `householdOid,firmOid,name,accounts\n${oid},1002,${name},"${JSON.stringify(members).replaceAll('"', '""')}"\n`;
  const ended = { from: "2020-01-02", to: "2024-12-31" };
  await service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,billingLevel,programOids\n" +
      '1002,HARBOR,Harbor Advisory,institutional,NY,household,"[""501"",""503""]"\n',
    "billing-terms.csv": `accountNumber,from,billingPlanOid\n${accounts.map((each) => `${each},2025-01-01,3091`).join("\n")}\n`,
  });
  const former = [a, b].map((accountNumber) => ({ accountNumber, ...ended }));
  await service.load({ "households.csv": row("62", "Number 62", former) });
  const members = accounts.map((accountNumber) => ({ accountNumber, from: "2025-01-01" }));
  await service.load({ "households.csv": row("69", "Torres", members) });
}

test("a household's bills are with its accounts before a fee is taken, and say how it was calculated", async () => {
  await householdOf(a, b, c);
  const id = await previewed({ ...quarter(a, b, c), ...later });
  await swept();
  expect(await list()).toEqual([]);
  await approve(id);
  await swept();
  expect((await runOf(id)).runStatus).toBe("APPROVED");
  expect(await feesOf(b)).toEqual([]);
  const bills = await list();
  expect(bills).toHaveLength(3);
  const own = bills.find(({ accountNumber }) => accountNumber === b);
  expect(own).toMatchObject({ reportType: "AD", isCorrected: false });
  expect(own?.reportDate).toContain("2025-12-31");
  const texts = await textsOf(own?.reportId);
  for (const text of [
    "Advisory fee",
    "Carol Nguyen",
    "Household Torres, 3 accounts",
    "695,500.25",
    "3,000.00",
    "4,009.50225",
    "1,752.38",
    "453.53",
    "1,058.23",
    "240.62",
    `$1,058.23 is taken from ${b} on March 5, 2026.`,
  ]) {
    expect(texts.join(" ")).toContain(text);
  }
  const read = await service.call(
    "adviser",
    "GET",
    `/restapi/members/carol.nguyen/downloads/bills/${own?.reportId}?format=pdf`,
  );
  expect([read.status, read.headers["content-type"]]).toEqual([200, "application/pdf"]);
  const entry = (await service.auditOf(b)).at(-1);
  expect(entry).toMatchObject({
    operation: "drawFeeBill",
    caller: { command: "sweep" },
    detail: {
      after: { feeRunOid: id, state: "OPEN" },
      detail: { document: { documentOid: own?.reportId, reportType: "AD", runOid: id } },
    },
  });
  expect((await service.eventsOf(b)).at(-1)).toMatchObject({ type: "document.available" });
  await swept();
  expect(await list()).toHaveLength(3);
  await swept(new Date("2026-03-05T15:00:00Z"));
  expect((await runOf(id)).runStatus).toBe("POSTED");
  expect(await feesOf(b)).toHaveLength(1);
  expect(await list()).toHaveLength(3);
});

test("where owners differ a bill shows its account's own share alone, also once it is withdrawn", async () => {
  await householdOf(a, b, c);
  await service.admin("insert into account_owner values ($1, 2, 'ben.whitfield')", [a]);
  const id = await previewed({ ...quarter(a, b, c), ...later });
  await approve(id);
  await swept();
  await moved(id, "harbor.lin", { runStatus: "DISCARDED" });
  await swept();
  const own = (await list()).filter(({ accountNumber }) => accountNumber === b);
  expect(own).toHaveLength(2);
  for (const { reportId, isCorrected } of own) {
    const text = (await textsOf(reportId)).join(" ");
    const billed = ["420,000.00", "1.007836", `$1,058.23 is taken from ${b} on March 5, 2026.`];
    for (const part of ["Billed with other accounts", "1,058.23", ...(isCorrected ? [] : billed)]) {
      expect(text).toContain(part);
    }
    const ofOthers = [a, c, "180,000.00", "95,500.25", "453.53", "240.62"];
    const ofAll = ["Torres", "695500.25", "695,500.25", "4,009.50225", "7009.50225", "1,752.38"];
    for (const part of [...ofOthers, ...ofAll]) expect(text).not.toContain(part);
  }
});

test("who may see one account of several sees no bill that shows them all, also once it is withdrawn", async () => {
  await householdOf(a, b, c);
  const id = await previewed({ ...quarter(a, b, c), ...later });
  await approve(id);
  await swept();
  await moved(id, "harbor.lin", { runStatus: "DISCARDED" });
  await swept();
  const permit = (account: string) =>
    service.admin(
      `insert into account_permitted_login (account_number, login_id, permission, alert_level)
       values ($1, 'ben.whitfield', 'DV', 'all')`,
      [account],
    );
  const seen = async () =>
    (await service.call("adviser", "GET", "/restapi/members/ben.whitfield/downloads/bills")).body;
  await permit(b);
  expect(await seen()).toEqual([]);
  await permit(a);
  await permit(c);
  expect(await seen()).toHaveLength(6);
});

test("posting waits for the bills, and a kill makes none twice and leaves none out", async () => {
  const id = await previewed(quarter(a, b, c));
  await approve(id);
  const today = "2026-03-02" as never;
  expect(await selectRunsToPost(service.db, { today, most: 10 })).toEqual([]);
  expect(await beginFeePosting(context(), id as never)).toBe(false);
  const due = await selectItemsToBill(service.db, 100);
  expect(due).toHaveLength(3);
  for (const item of due) await expect(drawFeeBill(dying(), item)).rejects.toThrow("killed");
  const together = due.slice(0, accountsOfTransaction(service.db));
  await expect(drawFeeBills(dying(), together)).rejects.toThrow("killed");
  expect(await stored()).toEqual([]);
  const [first] = due as [(typeof due)[number]];
  const twice = await Promise.all([1, 2].map(() => drawFeeBill(context(), first)));
  expect(twice.toSorted()).toEqual([false, true]);
  expect(await beginFeePosting(context(), id as never)).toBe(false);
  // The first has its bill already.
  expect(await drawFeeBills(context(), together)).toEqual(together.map((_, at) => at > 0));
  await Promise.all([1, 2, 3, 4].map(() => runScheduledJobs(context())));
  expect((await runOf(id)).runStatus).toBe("POSTED");
  const bill = (of: string) => {
    return { subject: of, name: `bill-${of}-2025-12-31.pdf`, is_corrected: false, run: id };
  };
  expect(await stored()).toEqual([bill(a), bill(b), bill(c)]);
  const { rows } = await service.admin(
    `select count(*)::integer as count from fee_item as i
       join document as d on d.subject = i.account_number and d.document_oid = i.bill_oid
     where i.fee_run_oid = $1`,
    [id],
  );
  expect(rows).toEqual([{ count: 3 }]);
});

test("a sandbox draws the bills before it posts a run, and a repeat of its step draws none", async () => {
  const id = await previewed(quarter(a, b));
  const to = `/restapi/simulation/firms/1002/feeruns/${id}/steps`;
  const step = (key: string) =>
    service.call("operator", "POST", to, {}, { "Idempotency-Key": `step-of-run-${key}` });
  expect((await step("approve")).status).toBe(201);
  expect((await step("approve")).status).toBe(201);
  expect(await stored()).toEqual([]);
  const response = await step("post");
  expect(response.status, response.text).toBe(201);
  expect((await runOf(id)).runStatus).toBe("POSTED");
  expect((await stored()).map(({ subject }) => subject)).toEqual([a, b]);
});

test("what is excluded has no bill, and what is adjusted or waived has one with the reason", async () => {
  const id = await previewed(quarter(a, b, c));
  const change = (of: string, body: object) =>
    as("harbor.lin", "PUT", `${runs}/${id}/items/${of}`, { reason: "Courtesy", ...body });
  expect((await change(a, { excluded: true })).status).toBe(200);
  expect((await change(b, { adjustedAmount: "0.00" })).status).toBe(200);
  expect((await change(c, { adjustedAmount: "100.00" })).status).toBe(200);
  await approve(id);
  await service.admin("update fee_run set is_approved_alone = true where fee_run_oid = $1", [id]);
  await swept();
  expect((await runOf(id)).runStatus).toBe("POSTED");
  expect((await stored()).map(({ subject }) => subject)).toEqual([b, c]);
  expect(await feesOf(b)).toEqual([]);
  const bills = await list();
  const textOf = async (of: string) => {
    const bill = bills.find(({ accountNumber }) => accountNumber === of);
    return (await textsOf(bill?.reportId)).join(" ");
  };
  expect(await textOf(b)).toContain("Adjusted: Courtesy");
  const text = await textOf(c);
  expect(text).toContain("Adjusted: Courtesy");
  expect(text).toContain("One person of the firm has both prepared and approved this fee.");
});

test("a run that is discarded before the sweep has no bills", async () => {
  const id = await previewed(quarter(a));
  await approve(id);
  const [item] = await selectItemsToBill(service.db, 1);
  await moved(id, "harbor.lin", { runStatus: "DISCARDED" });
  expect(item && (await drawFeeBill(context(), item))).toBe(false);
  await swept();
  expect(await stored()).toEqual([]);
});

test("a bill is withdrawn once its run is discarded, or its account not billed after all", async () => {
  const id = await previewed({ ...quarter(a), ...later });
  await approve(id);
  await swept();
  await moved(id, "harbor.lin", { runStatus: "DISCARDED" });
  const [due] = await selectBillsToWithdraw(service.db, 10);
  if (due === undefined) throw new Error("the bill has gone out");
  await expect(withdrawFeeBill(dying(), due)).rejects.toThrow("killed");
  const twice = await Promise.all([1, 2].map(() => withdrawFeeBill(context(), due)));
  expect(twice.toSorted()).toEqual([false, true]);
  await swept();
  const [withdrawal, ...others] = (await list()).filter(({ isCorrected }) => isCorrected);
  expect(others).toEqual([]);
  const text = (await textsOf(withdrawal?.reportId)).join(" ");
  for (const part of ["Withdrawn bill of the advisory fee", "450.00", "Nothing is booked by it."]) {
    expect(text).toContain(part);
  }
  expect((await service.auditOf(a)).at(-1)).toMatchObject({ operation: "withdrawFeeBill" });
  expect((await service.eventsOf(a)).at(-1)).toMatchObject({ type: "document.available" });

  const other = await previewed({ ...quarter(b, c), ...later });
  await approve(other);
  await swept();
  const restriction = { reason: { code: "020" }, type: { code: "CR" } };
  await service.call("operator", "POST", `/restapi/accounts/${b}/restrictions`, restriction);
  await swept(new Date("2026-03-05T15:00:00Z"));
  const bill = { subject: b, run: other };
  expect((await stored()).filter(({ subject }) => subject !== a)).toEqual([
    { ...bill, name: `bill-${b}-2025-12-31-withdrawn.pdf`, is_corrected: true },
    { ...bill, name: `bill-${b}-2025-12-31.pdf`, is_corrected: false },
    { subject: c, run: other, name: `bill-${c}-2025-12-31.pdf`, is_corrected: false },
  ]);
});

test("an account that waits for its owners gets no bill and pays nothing", async () => {
  const id = await previewed({ ...quarter(a, b), ...later });
  await approve(id);
  const restriction = { reason: { code: "020" }, type: { code: "CR" } };
  await service.call("operator", "POST", `/restapi/accounts/${a}/restrictions`, restriction);
  await swept();
  expect((await stored()).map(({ subject }) => subject)).toEqual([b]);
  expect((await itemsOf(id))[0]).toMatchObject({ state: "EXCLUDED", warnings: ["pending"] });
  expect((await service.auditOf(a)).at(-1)).toMatchObject({
    operation: "drawFeeBill",
    detail: { after: { state: "EXCLUDED" }, detail: { document: null } },
  });
});

test("with days of notice a bill says that it is one in advance", async () => {
  await service.admin("update firm set notice_days = 10 where firm_oid = 1002");
  const id = await previewed(quarter(a));
  await approve(id);
  await swept();
  expect((await runOf(id)).runStatus).toBe("APPROVED");
  const [bill] = await list();
  const text = (await textsOf(bill?.reportId)).join(" ");
  expect(text).toContain("Advance notice of the advisory fee");
  expect(text).toContain(`$450.00 is taken from ${a} on March 12, 2026.`);
});

test("each refund has a bill of its own, exactly one, also when a run is reversed", async () => {
  const id = await posted(quarter(a, b));
  const [transactionId] = await feesOf(a);
  const refund = { transactionId, amount: "30.00", reason: "Courtesy" };
  const response = await as("harbor.lin", "POST", `/restapi/accounts/${a}/feerefunds`, refund);
  expect(response.status, response.text).toBe(201);
  const [due] = await selectRefundsToBill(service.db, 10);
  if (due === undefined) throw new Error("the refund has no bill yet");
  await expect(drawRefundBill(dying(), due)).rejects.toThrow("killed");
  const twice = await Promise.all([1, 2].map(() => drawRefundBill(context(), due)));
  expect(twice.toSorted()).toEqual([false, true]);
  await swept();
  const corrected = (await list()).filter(({ isCorrected }) => isCorrected);
  expect(corrected).toMatchObject([{ accountNumber: a }]);
  const text = (await textsOf(corrected[0]?.reportId)).join(" ");
  for (const part of [
    "Refund of the advisory fee",
    "450.00", // 180,000 × 1 % ÷ 4
    "Refund: Courtesy",
    `$30.00 is returned to ${a}.`,
  ]) {
    expect(text).toContain(part);
  }
  expect((await service.auditOf(a)).at(-1)).toMatchObject({
    operation: "drawRefundBill",
    detail: { after: { transactionId: due.transactionId } },
  });
  expect((await service.eventsOf(a)).at(-1)).toMatchObject({ type: "document.available" });

  const reversal = { runStatus: "REVERSING", comment: "Billed by the wrong plan" };
  expect((await moved(id, "harbor.lin", reversal)).status).toBe(200);
  await swept();
  await swept();
  const all = (await stored()).filter(({ is_corrected: isCorrected }) => isCorrected);
  expect(all.map(({ subject, run }) => [subject, run])).toEqual([
    [a, id],
    [a, id],
    [b, id],
  ]);
});

test("a fee that no run has billed has a bill of what comes back, too", async () => {
  const refund = { transactionId: "85001", amount: "18.02", reason: "Agreed" };
  const path = "/restapi/accounts/RA00000001/feerefunds";
  expect((await as("harbor.lin", "POST", path, refund)).status).toBe(201);
  await swept();
  const { rows } = await service.admin(
    "select document_oid::text as oid, is_corrected, run_oid from document where report_type = 'AD' and is_corrected",
  );
  expect(rows).toMatchObject([{ is_corrected: true, run_oid: null }]);
  expect((await textsOf(rows[0]?.oid)).join(" ")).toContain("$18.02 is returned to RA00000001.");
});

test("days not served come back by a corrected bill, drawn before and not again afterwards", async () => {
  await service.load({
    "billing-terms.csv": `accountNumber,from,billingPlanOid\n${b},2026-02-10,3092\n`,
    "prices.csv": "securityId,date,close\n602,2026-02-10,120\n",
  });
  await posted({ periodEnd: "2026-03-31", accountNumbers: [b] });
  await service.load({
    "billing-terms.csv": `accountNumber,from,to,billingPlanOid\n${b},2026-02-10,2026-03-10,3092\n`,
  });
  service.setNow("2026-03-25T15:00:00Z");
  await posted({ periodEnd: "2026-06-30", accountNumbers: [b] });
  await swept();
  const bills = await stored();
  expect(bills.map(({ name, is_corrected: isCorrected }) => [name, isCorrected])).toEqual([
    [`bill-${b}-2026-03-31.pdf`, false],
    [`bill-${b}-2026-06-30.pdf`, true],
  ]);
  const back = (await list()).find(({ isCorrected }) => isCorrected);
  const text = (await textsOf(back?.reportId)).join(" ");
  // 420,000 × 1 % ÷ 4 × 50 ÷ 90 = 583.33, and 583.33 × 21 ÷ 50
  expect(text).toContain("583.33 × 21/50, the days not served");
  expect(text).toContain(`$245.00 is returned to ${b}.`);
  const values = (await list()).find(({ isCorrected }) => !isCorrected);
  expect((await textsOf(values?.reportId)).join(" ")).toContain(
    "Basis, values of February 10, 2026",
  );
});
