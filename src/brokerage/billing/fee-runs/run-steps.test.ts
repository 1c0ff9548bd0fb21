// The persons who may take each step of a run, and its days: one administrator, days of notice, two at once, a
// sandbox; folio fees, and lists.
import { expect, test } from "vitest";
import { runs, useFeeDesk } from "../../../../test/fee-desk.ts";
import { send } from "../../../../test/harness.ts";
import { createPersons } from "../../../../test/operators-persons.ts";

const [a, b] = ["RA00000012", "RA00000014"] as const;
const columns =
  "accountNumber,transactionId,transactionType,entryOrder,folioNumber,tradeDate,amount";
const desk = useFeeDesk(async (service) => {
  await service.load({
    "transactions.csv": [
      columns,
      `${a},96091,DEP,1,${a}01,2025-09-02,40000`,
      `${a},96092,DEP,2,${a}03,2025-09-02,1000`,
      `${b},96093,DEP,1,${b}01,2025-09-02,250000`,
      "",
    ].join("\n"),
  });
});
const { service, created, previewed, moved, runOf, itemsOf, swept, codesOf } = desk;
const quarter = { periodEnd: "2025-12-31", accountNumbers: [a, b] };
const approve = { runStatus: "APPROVED" };
const step = (id: string) =>
  service.call("operator", "POST", `/restapi/simulation/firms/1002/feeruns/${id}/steps`, {});
const loadFirm = (noticeDays: string, approvesAlone: string) =>
  service.load({
    "firms.csv":
      "firmOid,partnerCode,name,kind,state,billingLevel,programOids,noticeDays,approvesAlone\n" +
      `1002,HARBOR,Harbor Advisory,institutional,NY,account,"[""501"",""503""]",${noticeDays},${approvesAlone}\n`,
  });

test("one administrator approves alone where the operator has loaded so, and the run shows it", async () => {
  await loadFirm("", "true");
  const id = await previewed(quarter);
  expect((await moved(id, "harbor.lin", approve)).status).toBe(200);
  expect(await runOf(id)).toMatchObject({ approvedBy: "harbor.lin", approvedAlone: true });
});

test("nobody but the firm's one administrator approves alone", async () => {
  await loadFirm("", "true");
  const ops = (await createPersons(service)).get("bursar.ops") ?? "";
  const asOps = (method: string, to: string, body: object) =>
    send(service.app, method, to, body, { authorization: ops });
  const response = await asOps("POST", runs, quarter);
  expect(response.status, response.text).toBe(201);
  await swept();
  const path = String(response.headers.location);
  expect(codesOf(await asOps("PUT", path, approve))).toEqual(["feerun.person.rule"]);
  const id = path.split("/").at(-1) ?? "";
  expect((await moved(id, "harbor.park", { runStatus: "DISCARDED" })).status).toBe(200);
  const again = await desk.as("harbor.park", "POST", runs, quarter);
  await swept();
  const other = String(again.headers.location).split("/").at(-1) ?? "";
  expect(codesOf(await moved(other, "harbor.park", approve))).toEqual(["feerun.person.rule"]);
});

test("who approved a run alone reverses it alone, while the operator has loaded so", async () => {
  await loadFirm("", "true");
  const id = await previewed(quarter);
  await moved(id, "harbor.lin", approve);
  await swept();
  const reverse = { runStatus: "REVERSING", comment: "Billed by the wrong plan" };
  await loadFirm("", "");
  const refused = await moved(id, "harbor.lin", reverse);
  expect(codesOf(refused)).toEqual(["feerun.person.rule"]);
  await loadFirm("", "true");
  expect((await moved(id, "harbor.lin", reverse)).status).toBe(200);
});

test("a firm with days of notice takes its fees that much later", async () => {
  await loadFirm("5", "");
  const id = await previewed({ ...quarter, postDate: "2026-03-04" });
  await moved(id, "harbor.park", approve);
  expect(await runOf(id)).toMatchObject({ runStatus: "APPROVED", postDate: "2026-03-07" });
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "APPROVED" });
  expect((await step(id)).status).toBe(400);
  service.setNow("2026-03-07T15:00:00Z");
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "POSTED" });
  expect((await service.auditOf("firm:1002")).slice(-3)).toMatchObject([
    { operation: "beginFeePosting" },
    { operation: "endFeePosting", detail: { detail: { payouts: [{ amount: "727.50" }] } } },
    { operation: "compareFeeRun", detail: { detail: { items: "2", changed: "0" } } },
  ]);
});

test("of two who decide at once, the second is judged from the new status", async () => {
  const id = await previewed(quarter);
  const responses = await Promise.all([
    moved(id, "harbor.park", approve),
    moved(id, "harbor.lin", { runStatus: "DISCARDED" }),
    moved(id, "harbor.park", approve),
  ]);
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const response of refused) expect(codesOf(response)).toEqual(["feerun.status.rule"]);
});

test("an excluded account that another run bills leaves a run that names it, which goes on without it", async () => {
  const id = await previewed(quarter);
  const item = `${runs}/${id}/items/${a}`;
  const excluded = await desk.as("harbor.lin", "PUT", item, { excluded: true, reason: "Dispute" });
  expect(excluded.status, excluded.text).toBe(200);
  const other = await previewed({ ...quarter, accountNumbers: [a] });
  expect((await moved(other, "harbor.park", approve)).status).toBe(200);
  await swept();
  expect(await runOf(other)).toMatchObject({ runStatus: "POSTED" });
  expect(codesOf(await moved(id, "harbor.park", approve))).toEqual(["feerun.stale.rule"]);
  const ofOther = `${runs}/${id}/items/${b}`;
  await desk.as("harbor.lin", "PUT", ofOther, { excluded: true, reason: "Dispute" });
  const third = await previewed({ ...quarter, accountNumbers: [b] });
  const nothingLeft = await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
  expect(codesOf(nothingLeft)).toEqual(["feerun.overlap.rule"]);
  await moved(third, "harbor.lin", { runStatus: "DISCARDED" });
  await desk.as("harbor.lin", "PUT", ofOther, { excluded: false, reason: "Settled" });
  const again = await moved(id, "harbor.lin", { runStatus: "COMPUTING" });
  expect(again.status, again.text).toBe(200);
  await swept();
  expect(await itemsOf(id)).toMatchObject([{ accountNumber: b }]);
  expect((await moved(id, "harbor.park", approve)).status).toBe(200);
  await swept();
  expect(await runOf(id)).toMatchObject({ runStatus: "POSTED" });
});

test("a sandbox takes each next step, as a second person", async () => {
  const id = await created(quarter);
  const statuses = [];
  for (const _ of [1, 2, 3]) {
    const response = await step(id);
    expect(response.status, response.text).toBe(201);
    statuses.push((await runOf(id)).runStatus);
  }
  expect(statuses).toEqual(["PREVIEW", "APPROVED", "POSTED"]);
  expect(await runOf(id)).toMatchObject({ approvedBy: "sandbox.second", posted: "727.50" });
  expect(codesOf(await step(id))).toEqual(["feerun.status.rule"]);
  expect((await step("999")).status).toBe(404);
});

test("a step of a sandbox takes two fees that one account pays", async () => {
  const payer = "RA00000003";
  const other = "RA00000009";
  await service.load({
    "billing-terms.csv":
      "accountNumber,from,billingPlanOid,payerAccountNumber,collect\n" +
      `${other},2025-01-01,3001,${payer},debit\n`,
    "transactions.csv": [
      columns,
      `${payer},96095,DEP,1,${payer}01,2025-09-02,40000`,
      `${other},96096,DEP,1,${other}01,2025-09-02,60000`,
      "",
    ].join("\n"),
  });
  const id = await created({ ...quarter, accountNumbers: [payer, other] });
  for (const _ of [1, 2, 3]) expect((await step(id)).status).toBe(201);
  expect(await itemsOf(id)).toMatchObject([
    { accountNumber: payer, state: "POSTED" },
    { accountNumber: other, state: "POSTED", posted: "150.00" }, // 60,000 × 1 % × 3/12
  ]);
});

test("folio fees are listed for the firm, and take no cash", async () => {
  const response = await service.call("operator", "POST", runs, { ...quarter, kind: "P" });
  expect(response.status, response.text).toBe(201);
  const id = String(response.headers.location).split("/").at(-1) ?? "";
  for (const _ of [1, 2, 3]) await step(id);
  expect(await itemsOf(id)).toMatchObject([
    { accountNumber: a, computed: "3.00", posted: "3.00", state: "POSTED", transactionIds: [] },
    { accountNumber: b, computed: "0.00", state: "POSTED" },
  ]); // one folio × 12.00 × 3/12
  expect(await runOf(id)).toMatchObject({ runStatus: "POSTED", payouts: [] });
  const fees = await service.call("adviser", "GET", `/restapi/accounts/${a}/fees`);
  expect(fees.body).toEqual([]);
});

test("items are listed by pages, by state and warning, as a table and for a custodian", async () => {
  await service.load({
    "transactions.csv": `${columns}\n${b},96094,WDL,4,${b}01,2026-02-02,249000\n`,
  });
  const id = await previewed(quarter);
  const first = await service.call("adviser", "GET", `${runs}/${id}/items?limit=1`);
  expect(first.body).toMatchObject([{ accountNumber: a }]);
  expect(first.headers.link).toContain(`after=${a}-1`);
  expect(await itemsOf(id, `?limit=1&after=${a}-1`)).toMatchObject([{ accountNumber: b }]);
  expect(await itemsOf(id, "?warning=noCash")).toMatchObject([]);
  expect(await itemsOf(id, "?state=POSTED")).toEqual([]);
  const csv = await service.call("adviser", "GET", `${runs}/${id}/items?format=csv`);
  expect(csv.text.split("\n")).toHaveLength(4);
  const asFile = () => service.call("adviser", "GET", `${runs}/${id}/items?format=custodian`);
  expect(codesOf(await asFile())).toEqual(["feerun.status.rule"]);
  await moved(id, "harbor.park", approve);
  expect((await asFile()).text).toBe(
    "accountNumber,amount,from,to\r\n" +
      `${a},102.50,2025-10-01,2025-12-31\r\n${b},625.00,2025-10-01,2025-12-31\r\n`,
  );
  const wrong = await service.call("adviser", "GET", `${runs}/${id}/items?warning=none&after=x`);
  expect(wrong.body.map(({ field }: { field: string }) => field).toSorted()).toEqual([
    "after",
    "warning",
  ]);
});

test("a file has a thousand items where no limit is sent, and no folio fees go to a custodian", async () => {
  const response = await service.call("operator", "POST", runs, { ...quarter, kind: "P" });
  const id = String(response.headers.location).split("/").at(-1) ?? "";
  for (const _ of [1, 2]) await step(id);
  expect(await runOf(id)).toMatchObject({ runStatus: "APPROVED" });
  const items = (query: string) => service.call("adviser", "GET", `${runs}/${id}/items${query}`);
  expect(codesOf(await items("?format=custodian"))).toEqual(["feerun.status.rule"]);
  // Fifty more lines of one account.
  await service.admin(
    `insert into fee_item select (jsonb_populate_record(i,
      jsonb_build_object('line', line + n, 'unit_number', unit_number + 9 * n))).*
    from fee_item as i, generate_series(1, 50) as n
    where fee_run_oid = $1 and account_number = $2`,
    [id, a],
  );
  expect((await items("")).body).toHaveLength(50);
  const csv = await items("?format=csv");
  expect(csv.text.trimEnd().split("\n")).toHaveLength(53);
  expect(csv.headers.link).toBeUndefined();
});

test("fees that free cash does not pay are reported before", async () => {
  await service.load({
    "transactions.csv": `${columns}\n${b},96095,WDL,4,${b}01,2026-02-02,249500\n`,
  });
  const id = await previewed(quarter);
  expect(await itemsOf(id, "?warning=noCash")).toMatchObject([{ accountNumber: b }]);
  expect(await runOf(id)).toMatchObject({ warnings: { noCash: "1" } });
});
