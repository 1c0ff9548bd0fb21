// The refusals of a corporate event and its lines, with every problem at once, and the decisions that are left when
// the books refuse a reversal.
import { expect, test } from "vitest";
import { account, buy, dividend, path, useEventDesk } from "../../../../test/event-desk.ts";
import { testContext } from "../../../../test/sample-template.ts";
import type { DueLine } from "./line-queries.ts";
import { postCorporateEventLine } from "./post-corporate-event-line.ts";

const desk = useEventDesk();
const { service, as, book, eventOf, lineOf, drafted, announced, moved, posted, swept } = desk;
const { components: _, ...split } = { ...dividend, kind: "SPL", ratioNew: "3", ratioOld: "1" };

const codesOf = ({ body }: { readonly body: { readonly errorCode: string }[] }) =>
  body.map(({ errorCode }) => errorCode);

test("each code of a change says what is wrong, all at once, and nothing is changed", async () => {
  const id = await drafted(dividend);
  const change = (body: object) => as("bursar.ops", "PUT", `${path}/${id}`, body);
  const before = await eventOf(id);
  expect(codesOf(await change({ status: "CANCELLED", payDate: "2026-03-02" }))).toEqual([
    "null.comment",
    "corporate.event.status.alone.rule",
  ]);
  expect(codesOf(await change({ kind: "ROC", securityId: "602", source: "x" }))).toEqual([
    "corporate.event.not.updateable",
    "corporate.event.not.updateable",
    "corporate.event.not.updateable",
  ]);
  const option = { optionId: "1", name: "Cash", type: "CASH" };
  expect(
    codesOf(await change({ ratioNew: "2", payDate: "2026-02-19", options: [option] })),
  ).toEqual([
    "corporate.event.terms.rule",
    "corporate.event.terms.rule",
    "corporate.event.terms.rule",
    "corporate.event.terms.rule",
    "corporate.event.options.rule",
    "corporate.event.dates.rule",
  ]);
  expect(await eventOf(id)).toEqual(before);
  const ahead = await announced({
    ...dividend,
    exDate: "2027-02-19",
    recordDate: undefined,
    payDate: "2027-02-26",
  });
  const early = await as("bursar.ops", "PUT", `${path}/${ahead}`, { status: "ENTITLED" });
  expect(codesOf(early)).toEqual(["corporate.event.entitlement.rule"]);
});

test("events and lines that are not there, or not the caller's to decide", async () => {
  const id = await posted(dividend);
  const hold = { action: "hold", comment: "Claim is open" };
  const lineTo = (event: string, number: string, body: object = hold) =>
    service.call("operator", "PUT", `${path}/${event}/lines/${number}`, body);
  const responses = await Promise.all([
    lineTo("999999", account),
    lineTo(id, "RA00000099"),
    lineTo(id, account),
    lineTo(id, account, { action: "hold" }),
    service.call("operator", "GET", `${path}/999999`),
    service.call("adviser", "PUT", `${path}/${id}/lines/${account}`, hold),
    service.call("adviser", "PUT", `${path}/${id}`, { received: "1" }),
  ]);
  expect(responses.map(({ status, body }) => [status, body?.[0]?.errorCode])).toEqual([
    [404, "corporate.event.not.found"],
    [404, "corporate.event.line.not.found"],
    [400, "corporate.event.line.status.rule"],
    [400, "null.comment"],
    [404, "corporate.event.not.found"],
    [403, undefined],
    [403, undefined],
  ]);
});

test("an issuer changes and cancels drafts of its own, and none of the operator", async () => {
  const draft = {
    ...dividend,
    securityId: "607",
    exDate: undefined,
    components: [{ rate: "0.35" }],
  };
  const terms = { components: [{ rate: "35" }] };
  const end = { status: "CANCELLED", comment: "Called off" };
  const asIssuer = (id: string, body: object) =>
    service.call("issuer", "PUT", `${path}/${id}`, body);
  const ofOperator = await drafted(draft);
  for (const body of [terms, end]) {
    const refused = await asIssuer(ofOperator, body);
    expect(codesOf(refused)).toEqual(["corporate.event.status.rule"]);
  }
  expect(await eventOf(ofOperator)).toMatchObject({
    status: "DRAFT",
    components: [{ rate: "0.35" }],
  });
  const created = await service.call("issuer", "POST", path, draft);
  const own = String(created.headers.location).split("/").at(-1) ?? "";
  expect((await asIssuer(own, terms)).status).toBe(200);
  expect((await asIssuer(own, end)).status).toBe(200);
});

test("a line whose shares were sold stays booked in a reversal until it is kept", async () => {
  const id = await posted(split);
  // Of 112.5 shares 100 are sold: without the split there were 37.5.
  await book({ ...buy("2026-02-23", "100"), transactionType: "SLE" });
  await moved(id, "bursar.desk", { status: "REVERSING", comment: "Wrong ratio" });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "POSTED", reason: expect.any(String) });
  expect((await eventOf(id)).status).toBe("REVERSING");
  const kept = { action: "keep", comment: "Settled with the custodian" };
  const response = await service.call("operator", "PUT", `${path}/${id}/lines/${account}`, kept);
  expect(response.status).toBe(200);
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "KEPT", comment: kept.comment });
  expect(await eventOf(id)).toMatchObject({ status: "REVERSED", reversedBy: "bursar.desk" });
});

test("a refused reversal is tried again once the account has newer facts, and not before", async () => {
  const id = await posted(split);
  await book({ ...buy("2026-02-23", "100"), transactionType: "SLE" });
  await moved(id, "bursar.desk", { status: "REVERSING", comment: "Wrong ratio" });
  await swept();
  const ctx = testContext(service.db);
  const due = { accountNumber: account, eventId: id } as DueLine;
  const entries = await service.auditOf(account);
  await swept();
  expect(await postCorporateEventLine(ctx, due)).toBe(false);
  expect(await service.auditOf(account)).toEqual(entries);
  // With 62.5 shares that were bought before the sale, and booked late, it needs none of the split.
  const deposit = { transactionType: "DEP", tradeDate: "2026-02-20", amount: "5500" };
  await book(deposit, buy("2026-02-20", "62.5"));
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "REVERSED", reason: null });
  expect((await eventOf(id)).status).toBe("REVERSED");
});

test("a booked line is neither recomputed while nothing differs, nor kept while the books may reverse it", async () => {
  const id = await posted(dividend);
  const line = `${path}/${id}/lines/${account}`;
  const decide = (action: string) =>
    service.call("operator", "PUT", line, { action, comment: "As it is" });
  expect(codesOf(await decide("recompute"))).toEqual(["corporate.event.line.status.rule"]);
  await moved(id, "bursar.desk", { status: "REVERSING", comment: "Wrong rate" });
  expect(codesOf(await decide("keep"))).toEqual(["corporate.event.line.status.rule"]);
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "REVERSED" });
});
