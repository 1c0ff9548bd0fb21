// Troubles around a corporate event: rows that come meanwhile, books that refuse, terms that somebody changes alone,
// and callers who look for records of others.
import { expect, test } from "vitest";
import { account, buy, dividend, path, useEventDesk } from "../../../../test/event-desk.ts";

const desk = useEventDesk();
const { service, as, book, eventOf, lineOf } = desk;
const { drafted, announced, moved, posted, swept } = desk;
const { components: _, ...split } = { ...dividend, kind: "SPL", ratioNew: "3", ratioOld: "1" };
const cashOf = async () =>
  (
    await service.admin(
      "select sum(amount)::text as cash from folio_cash where account_number = $1",
      [account],
    )
  ).rows[0]?.cash;

test("a row that comes between entitlement and payment is found, and not paid twice", async () => {
  const id = await announced(dividend);
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "DUE" });
  const row = { transactionType: "DIV", securityId: "601", amount: "13.13" };
  await book({ ...row, tradeDate: "2026-02-27", exDate: "2026-02-20" });
  const before = await cashOf();
  await swept();
  // Found while there is time to decide, not only once the event is posted.
  expect(await lineOf(id)).toMatchObject({ status: "FOUND", foundAgrees: true });
  await moved(id, "bursar.desk", { status: "POSTING" });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "FOUND", foundAgrees: true });
  expect(await cashOf()).toBe(before);
});

test("a row is found by what its own account is due, not by what another's is", async () => {
  // Half a share is due no cent of the first component.
  const other = "RA00000001";
  const rows = [
    { transactionType: "DEP", tradeDate: "2026-02-03", amount: "5000" },
    buy("2026-02-03", "0.5"),
  ];
  const transactions = rows.map((row) => ({ ...row, folioNumber: `${other}01` }));
  const to = `/restapi/accounts/${other}/transactions`;
  expect((await service.call("operator", "POST", to, { transactions })).status).toBe(201);
  const row = { transactionType: "DIV", securityId: "601", amount: "0.01" };
  await book({ ...row, tradeDate: "2026-02-27", exDate: "2026-02-20" });
  const components = [
    { rate: "0.0002", incomeKind: "qualified" },
    { rate: "0.5", incomeKind: "return" },
  ];
  const id = await announced({ ...dividend, components });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "FOUND", foundAmount: "0.01" });
});

test("a line is due again when what was found is cancelled before the event is posted", async () => {
  const id = await announced(dividend);
  await swept();
  const row = { transactionType: "DIV", securityId: "601", amount: "13.13" };
  await book({ ...row, tradeDate: "2026-02-27", exDate: "2026-02-20" });
  await swept();
  const { status, foundTransactionIds } = await lineOf(id);
  expect(status).toBe("FOUND");
  await book({ transactionType: "CXL", cancels: foundTransactionIds[0], folioNumber: undefined });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "DUE", foundTransactionIds: [] });
});

test("who is entitled by facts that come before posting is paid with all others", async () => {
  const id = await announced(dividend);
  await swept();
  const late = "RA00000012";
  const transactions = [{ ...buy("2026-02-10", "5"), folioNumber: `${late}03` }];
  const to = `/restapi/accounts/${late}/transactions`;
  expect((await service.call("operator", "POST", to, { transactions })).status).toBe(201);
  await moved(id, "bursar.desk", { status: "POSTING" });
  await swept();
  const lines = `${path}/${id}/lines?accountnumber=${late}`;
  expect((await service.call("operator", "GET", lines)).body).toMatchObject([
    { status: "POSTED", payments: [{ gross: "1.75" }] },
  ]);
});

test("a refused correction keeps no line from being reversed", async () => {
  const id = await posted(split);
  // Of 112.5 shares 30 are sold: too many where 1 becomes 0.5, and few enough where all is taken back.
  await book({ ...buy("2026-02-23", "30"), transactionType: "SLE" });
  await moved(id, "bursar.ops", { ratioNew: "1", ratioOld: "2" });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "POSTED", reason: expect.any(String) });
  await moved(id, "bursar.desk", { status: "REVERSING", comment: "Called off" });
  await swept();
  expect((await eventOf(id)).status).toBe("REVERSED");
});

test("an event waits for a ticker that another security has taken meanwhile", async () => {
  const id = await announced({
    ...split,
    kind: "SYM",
    ratioNew: undefined,
    ratioOld: undefined,
    effectiveDate: "2026-02-20",
    newTicker: "ACMX",
  });
  await swept();
  await moved(id, "bursar.desk", { status: "POSTING" });
  await service.admin("update security set ticker = 'ACMX' where security_id = 602");
  await swept();
  expect(await eventOf(id)).toMatchObject({ status: "POSTING", attention: ["LATE"] });
  await service.admin("update security set ticker = 'BOLT' where security_id = 602");
  await swept();
  expect(await eventOf(id)).toMatchObject({ status: "POSTED", ticker: "ACMX" });
});

test("a correction is complete, and its prices are near the last close", async () => {
  const id = await posted(split);
  const wanting = await as("bursar.ops", "PUT", `${path}/${id}`, { fractions: "CASH" });
  expect(wanting.body).toMatchObject([{ errorCode: "corporate.event.price.rule" }]);
  const ahead = await as("bursar.ops", "PUT", `${path}/${id}`, { exDate: "2999-02-20" });
  expect(ahead.body).toMatchObject([{ errorCode: "corporate.event.dates.rule" }]);
});

test("whoever changes announced terms does not have them posted alone", async () => {
  const id = await drafted({ ...dividend, autoPost: true });
  await moved(id, "bursar.desk", { status: "ANNOUNCED" });
  await moved(id, "bursar.ops", { components: [{ rate: "35", incomeKind: "qualified" }] });
  await moved(id, "bursar.ops", { autoPost: false });
  await moved(id, "bursar.ops", { autoPost: true });
  await swept();
  await swept();
  expect((await eventOf(id)).status).toBe("ENTITLED");
});

test("an event posts itself where two persons have said so, and no key that names two in turn", async () => {
  const ofTwo = await drafted({ ...dividend, autoPost: true });
  await moved(ofTwo, "bursar.desk", { status: "ANNOUNCED" });
  const send = (method: string, to: string, who: string, body: object) =>
    service.signed("operator", method, to, { body, members: { FOLIOWS_MEMBER_ID: who } });
  const draft = { ...dividend, kind: "ROC", components: [{ rate: "0.1" }], autoPost: true };
  const created = await send("POST", path, "bursar.ops", draft);
  const ofKey = String(created.headers.location).split("/").at(-1) ?? "";
  await send("PUT", `${path}/${ofKey}`, "bursar.desk", { status: "ANNOUNCED" });
  await swept();
  await swept();
  expect((await eventOf(ofTwo)).status).toBe("POSTED");
  expect(await eventOf(ofKey)).toMatchObject({ status: "ENTITLED", announcedBy: null });
});

test("payouts that are called off are no entitlements", async () => {
  const id = await announced(dividend);
  await swept();
  const to = `/restapi/accounts/${account}/entitlements`;
  const shown = async () =>
    (await service.call("adviser", "GET", to)).body.filter(
      (each: { eventId: string }) => each.eventId === id,
    );
  expect(await shown()).toMatchObject([{ status: "DUE", net: "13.13" }]);
  await moved(id, "bursar.ops", { status: "CANCELLED", comment: "Called off" });
  expect(await shown()).toEqual([]);
});

test("what was received for all, who decided, and drafts that came to nothing are not for holders", async () => {
  const id = await announced({ ...dividend, received: "66.61" });
  await swept();
  await moved(id, "bursar.desk", { status: "POSTING" });
  const hidden = {
    eventId: id,
    received: null,
    createdBy: null,
    announcedBy: null,
    postedBy: null,
  };
  const seen = await service.call("adviser", "GET", `${path}/${id}`);
  expect(seen.body).toMatchObject(hidden);
  const listed = await service.call("adviser", "GET", `${path}?securityid=601`);
  expect(listed.body).toContainEqual(expect.objectContaining(hidden));
  expect(await eventOf(id)).toMatchObject({ createdBy: "bursar.ops", postedBy: "bursar.desk" });
  expect(await eventOf(id)).toMatchObject({ received: "66.61" });
  const draft = await drafted(dividend);
  await moved(draft, "bursar.ops", { status: "CANCELLED", comment: "Never announced" });
  expect((await service.call("adviser", "GET", `${path}/${draft}`)).status).toBe(404);
});

test("the desk's comments on events and lines are for the operator, and of events for the issuer", async () => {
  const id = await announced(dividend);
  await swept();
  const line = `${path}/${id}/lines/${account}`;
  const hold = { action: "hold", comment: "The claim is open" };
  expect((await as("bursar.desk", "PUT", line, hold)).status).toBe(200);
  const loaded = {
    eventId: id,
    accountNumber: account,
    action: "release",
    comment: "Claim settled",
  };
  await service.load({ "corporate-event-lines.ndjson": JSON.stringify(loaded) });
  await moved(id, "bursar.ops", { status: "CANCELLED", comment: "Called off by the desk" });
  const words = /The claim is open|Claim settled|Called off by the desk/;
  const lines = `${path}/${id}/lines?accountnumber=${account}`;
  const entries = `/restapi/accounts/${account}/auditentries?limit=200`;
  const ofAccount = [`entitlements`, `corporateactions`, `transactions`].map(
    (list) => `/restapi/accounts/${account}/${list}`,
  );
  const reads = [`${path}/${id}`, `${path}?securityid=601`, lines, `${lines}&format=csv`, entries];
  const owner = { FOLIOWS_MEMBER_ID: "carol.nguyen" };
  for (const to of [...reads, ...ofAccount, "/restapi/events"]) {
    for (const members of [{}, owner]) {
      const { status, text } = await service.signed("adviser", "GET", to, { members });
      expect([to, [200, 403].includes(status), words.exec(text)]).toEqual([to, true, null]);
    }
  }
  const shown = await Promise.all(
    reads.map(async (to) => words.exec((await service.call("operator", "GET", to)).text)?.[0]),
  );
  const ofEvent = "Called off by the desk";
  const ofLine = "Claim settled";
  expect(shown).toEqual([ofEvent, ofEvent, ofLine, ofLine, expect.stringMatching(words)]);
});

test("an issuer reads the comment with which its event was called off", async () => {
  const { ...draft } = { ...dividend, securityId: "607", exDate: undefined };
  const id = await drafted(draft);
  await moved(id, "bursar.ops", { status: "CANCELLED", comment: "Paid elsewhere" });
  const seen = await service.call("issuer", "GET", `${path}/${id}`);
  expect(seen.body).toMatchObject({ eventId: id, comment: "Paid elsewhere" });
});

test("who was entitled sees the event after the last share is gone", async () => {
  const id = await announced({
    ...split,
    kind: "MRG",
    ratioNew: undefined,
    ratioOld: undefined,
    cashPerShare: "55.25",
    effectiveDate: "2026-02-20",
  });
  await swept();
  await moved(id, "bursar.desk", { status: "POSTING" });
  await swept();
  const seen = await service.call("adviser", "GET", `${path}/${id}/lines?accountnumber=${account}`);
  expect(seen.body).toMatchObject([{ status: "POSTED", payments: [{ gross: "2071.88" }] }]);
  const others = await service.call("otherAdviser", "GET", `${path}/${id}/lines`);
  expect(others.body).not.toContainEqual(expect.objectContaining({ accountNumber: account }));
  expect((await service.call("issuer", "GET", `${path}/${id}`)).status).toBe(404);
});

test("the same event of an effective day is a duplicate", async () => {
  const merger = {
    ...split,
    kind: "MRG",
    another: false,
    exDate: undefined,
    ratioNew: undefined,
    ratioOld: undefined,
    cashPerShare: "55.25",
    effectiveDate: "2026-02-20",
  };
  await drafted(merger);
  const again = await as("bursar.ops", "POST", path, merger);
  expect(again.body).toMatchObject([{ errorCode: "corporate.event.duplicate.rule" }]);
});

test("a row is known by the kind of its event, whose id has up to 19 digits", async () => {
  const eventId = "9001323965747394460";
  const row = { ...split, another: undefined, kind: "SDV", ratioNew: "21", ratioOld: "20" };
  await service.load({
    "corporate-events.ndjson": JSON.stringify({ ...row, eventId, status: "ANNOUNCED" }),
  });
  await swept();
  await moved(eventId, "bursar.desk", { status: "POSTING" });
  await swept();
  const to = `/restapi/accounts/${account}/transactions?eventid=${eventId}`;
  const { body } = await service.call("adviser", "GET", to);
  expect(body).toMatchObject([{ subCategoryName: "STOCK DIVIDEND" }]);
  // Where no event has the id, or it is none, the row's type says it.
  await book({ ...buy("2026-02-24", "1"), eventId: "9999999999999999999" });
  expect(
    (await service.call("adviser", "GET", `${to.slice(0, -19)}9999999999999999999`)).body,
  ).toMatchObject([{ subCategoryName: "BUY" }]);
});
