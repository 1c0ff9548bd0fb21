// A corporate event from its draft to what is booked for every holder, corrected and taken back, over HTTP.
import { expect, test } from "vitest";
import { account, buy, dividend, path, useEventDesk } from "../../../../test/event-desk.ts";
import { send } from "../../../../test/harness.ts";

const desk = useEventDesk();
const { service, as, authorizationOf, book, eventOf, lineOf } = desk;
const { announced, moved, posted, swept } = desk;

const rowsOf = async () =>
  (
    await service.admin(
      `select transaction_type as type, amount::text, income_kind as kind, event_id as event,
        trade_on::text as day, ex_on::text as ex,
        exists (select from account_transaction as l where l.account_number = t.account_number
          and l.takes_back = t.transaction_id) as gone
      from account_transaction as t where account_number = $1 and event_id is not null and transaction_type <> 'CJL'
      order by entry_order, transaction_id`,
      [account],
    )
  ).rows;
const cashOf = async () =>
  (
    await service.admin(
      "select folio_number as folio, amount::text from folio_cash where account_number = $1",
      [account],
    )
  ).rows;

test("is booked once for every holder, on the shares of the opening of the ex-date", async () => {
  // Bought on the ex-date: without the dividend.
  await book(buy("2026-02-20", "5"));
  const id = await posted(dividend);
  expect(await lineOf(id)).toMatchObject({
    status: "POSTED",
    shares: "37.50000",
    payments: [{ component: "1", gross: "13.13", withheld: "0.00" }], // 37.5 × 0.35 = 13.125
  });
  expect(await rowsOf()).toEqual([
    {
      type: "DIV",
      amount: "13.13",
      kind: "qualified",
      event: id,
      day: "2026-02-27",
      ex: "2026-02-20",
      gone: false,
    },
  ]);
  const { status, progress, totals } = await eventOf(id);
  expect(status).toBe("POSTED");
  expect(progress.lines).toBe(totals.accounts);
  const { exact, gross, rounding } = totals.components[0];
  expect(Math.round(Number(exact) * 100)).toBe(
    Math.round(Number(gross) * 100 + Number(rounding) * 100),
  );
  const before = [await rowsOf(), await cashOf()];
  await swept();
  expect([await rowsOf(), await cashOf()]).toEqual(before);
});

test("needs another person to be posted, and to be reversed", async () => {
  const id = await announced(dividend);
  await swept();
  const without = await service.call("operator", "PUT", `${path}/${id}`, { status: "POSTING" });
  expect([without.status, without.body]).toMatchObject([
    403,
    [{ errorCode: "corporate.event.person.rule" }],
  ]);
  // Nor does a key that is bound to nobody decide by naming a person.
  const naming = await service.signed("operator", "PUT", `${path}/${id}`, {
    body: { status: "POSTING" },
    members: { FOLIOWS_MEMBER_ID: "bursar.desk" },
  });
  expect(naming.body).toMatchObject([{ errorCode: "corporate.event.person.rule" }]);
  const same = await as("bursar.ops", "PUT", `${path}/${id}`, { status: "POSTING" });
  expect(same.body).toMatchObject([{ errorCode: "corporate.event.person.rule" }]);
  await moved(id, "bursar.desk", { status: "POSTING" });
});

test("whoever decides a line does not post the event, nor let it be posted by itself", async () => {
  const id = await announced({ ...dividend, autoPost: true });
  await swept();
  const line = `${path}/${id}/lines/${account}`;
  await as("bursar.desk", "PUT", line, { action: "hold", comment: "The claim is open" });
  await as("bursar.desk", "PUT", line, { action: "release" });
  await moved(id, "bursar.desk", { autoPost: true });
  await swept();
  const post = await as("bursar.desk", "PUT", `${path}/${id}`, { status: "POSTING" });
  expect(post.body).toMatchObject([{ errorCode: "corporate.event.person.rule" }]);
  expect((await eventOf(id)).status).toBe("ENTITLED");
});

test("a decision on a line withdraws that the event is posted by itself", async () => {
  const id = await announced(dividend);
  await swept();
  await moved(id, "bursar.desk", { autoPost: true });
  const line = `${path}/${id}/lines/${account}`;
  await as("bursar.ops", "PUT", line, { action: "hold", comment: "The claim is open" });
  await as("bursar.ops", "PUT", line, { action: "release" });
  await swept();
  expect((await eventOf(id)).status).toBe("ENTITLED");
});

test("a step that an event cannot take is refused with those that it can", async () => {
  const id = await announced(dividend);
  const response = await as("bursar.desk", "PUT", `${path}/${id}`, { status: "POSTING" });
  const message =
    "The event is ANNOUNCED and cannot become POSTING now. It can become ENTITLED or CANCELLED.";
  expect(response.body[0]).toMatchObject({ errorCode: "corporate.event.status.rule", message });
  await moved(id, "bursar.ops", { status: "CANCELLED", comment: "Called off" });
});

test("a reversal brings back every position, lot and cash", async () => {
  const state = async () =>
    Promise.all(
      ["folio_position", "folio_cash", "open_lot", "closed_lot", "performance_quarter"].map(
        async (table) =>
          (
            await service.admin(
              `select * from ${table} where account_number = $1 order by 1, 2, 3`,
              [account],
            )
          ).rows,
      ),
    );
  const before = await state();
  const id = await posted({
    ...dividend,
    kind: "SPL",
    components: undefined,
    ratioNew: "3",
    ratioOld: "1",
  });
  expect(await lineOf(id)).toMatchObject({ status: "POSTED", newShares: "112.50000" });
  const splits = async () =>
    (await service.admin("select ratio_new::text from security_split where security_id = 601"))
      .rows;
  expect(await splits()).toEqual([{ ratio_new: "3" }]);
  await moved(id, "bursar.desk", { status: "REVERSING", comment: "Wrong ratio" });
  await swept();
  expect(await eventOf(id)).toMatchObject({
    status: "REVERSED",
    postedBy: "bursar.desk",
    reversedBy: "bursar.desk",
  });
  expect(await state()).toEqual(before);
  expect(await splits()).toEqual([]);
});

test("a correction books only what differs, under the same places", async () => {
  const id = await posted(dividend);
  const terms = { components: [{ rate: "0.40", incomeKind: "qualified" }] };
  // The differences are shown first, with the sums of before and after; a dry run changes nothing.
  const dry = { ...authorizationOf("bursar.ops"), "x-dry-run": "true" };
  const { record } = (await send(service.app, "PUT", `${path}/${id}`, terms, dry)).body;
  expect(
    record.lines.find((each: { accountNumber: string }) => each.accountNumber === account),
  ).toMatchObject({
    differs: true,
    payments: [{ gross: "13.13" }],
    recomputed: { payments: [{ gross: "15.00" }] },
  });
  const grossOf = (sums: { components: { gross: string }[] }) => Number(sums.components[0]?.gross);
  expect(grossOf(record.recomputedTotals)).toBeGreaterThan(grossOf(record.totals));
  expect(await eventOf(id)).toMatchObject({
    status: "POSTED",
    correctedBy: null,
    recomputedTotals: null,
  });
  await moved(id, "bursar.ops", terms);
  const { status, progress, correctedBy } = await eventOf(id);
  expect([status, correctedBy]).toEqual(["POSTING", "bursar.ops"]);
  expect(progress).toMatchObject({ due: progress.lines, posted: "0" });
  await swept();
  expect((await rowsOf()).map(({ amount, gone }) => [amount, gone])).toEqual([
    ["13.13", true],
    ["15.00", false], // 37.5 × 0.40
  ]);
  // Part of it was capital: another kind of row in its place, and no cash moves.
  const cash = await cashOf();
  await moved(id, "bursar.ops", { components: [{ rate: "0.40", incomeKind: "return" }] });
  await swept();
  expect((await rowsOf()).at(-1)).toMatchObject({ type: "ROC", amount: "15.00", gone: false });
  expect(await cashOf()).toEqual(cash);
  expect((await eventOf(id)).version).toBe("3");
});

test("facts that come later mark the line, and are booked when the operator says so", async () => {
  const id = await posted(dividend);
  // Sold before the ex-date, and announced late: 27.5 × 0.35 = 9.625.
  await book({ ...buy("2026-02-18", "10"), transactionType: "SLE" });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "POSTED", differs: true });
  const to = `${path}/${id}/lines/${account}`;
  expect((await as("bursar.desk", "PUT", to, { action: "recompute" })).status).toBe(200);
  await swept();
  expect(await lineOf(id)).toMatchObject({ differs: false, payments: [{ gross: "9.63" }] });
  expect((await eventOf(id)).status).toBe("POSTED");
  expect((await rowsOf()).at(-1)).toMatchObject({ amount: "9.63", gone: false });
});

test("an account that late facts entitle is marked once the event is posted, and booked when the operator says so", async () => {
  const late = "RB00000001";
  const lateLine = async () =>
    (await service.call("operator", "GET", `${path}/${id}/lines?accountnumber=${late}`)).body;
  const security = "603";
  const id = await posted({ ...dividend, securityId: security });
  expect(await lateLine()).toEqual([]);
  const to = `/restapi/accounts/${late}/transactions`;
  const rows = [
    { transactionType: "DEP", tradeDate: "2026-02-10", amount: "900" },
    { ...buy("2026-02-10", "10"), securityId: security },
  ];
  const transactions = rows.map((row) => ({ folioNumber: `${late}03`, ...row }));
  const sent = await service.call("operator", "POST", to, { transactions });
  expect(sent.status, sent.text).toBe(201);
  await swept();
  expect(await lateLine()).toMatchObject([{ status: "NONE", shares: "0.00000", differs: true }]);
  const listed = await service.call("operator", "GET", `${path}?securityid=${security}`);
  expect(listed.body.find((each: { eventId: string }) => each.eventId === id).attention).toEqual([
    "DIFFERS",
  ]);
  expect((await swept()).compareCorporateEventLine).toBe(0);
  const one = `${path}/${id}/lines/${late}`;
  expect((await as("bursar.desk", "PUT", one, { action: "recompute" })).status).toBe(200);
  await swept();
  expect(await lateLine()).toMatchObject([
    { status: "POSTED", shares: "10.00000", differs: false, payments: [{ gross: "3.50" }] },
  ]);
  expect((await eventOf(id)).attention).toEqual([]);
  const entries = await service.auditOf("security:603");
  const ended = entries.findLast((each) => each.operation === "endPosting");
  const { detail } = (ended?.detail ?? {}) as { detail?: { totals: string } };
  expect(JSON.parse(detail?.totals ?? "")).toEqual((await eventOf(id)).totals);
});

test("what was booked without the event is found, and replaced when it is released", async () => {
  const row = {
    transactionType: "DIV",
    tradeDate: "2026-02-27",
    amount: "13.12",
  };
  await book({ ...row, exDate: "2026-02-20", securityId: "601", notes: "As told" });
  const inForce = async () =>
    (
      await service.admin(
        `select transaction_type, amount::text, trade_on::text, ex_on::text, notes, event_id,
            folio_number, entry_order
          from account_transaction as t where account_number = $1 and transaction_type <> 'CXL'
            and not exists (select from account_transaction as l
              where l.account_number = t.account_number and l.takes_back = t.transaction_id)
          order by trade_on, entry_order`,
        [account],
      )
    ).rows;
  const before = await inForce();
  const cash = await cashOf();
  const id = await posted(dividend);
  // 37.5 × 0.35 is 13.13, of which 13.12 is there.
  expect(await lineOf(id)).toMatchObject({
    status: "FOUND",
    foundAmount: "13.12",
    foundAgrees: false,
  });
  const to = `${path}/${id}/lines/${account}`;
  expect((await as("bursar.ops", "PUT", to, { action: "release" })).status).toBe(200);
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "POSTED" });
  expect(await rowsOf()).toMatchObject([{ amount: "13.13", gone: false }]);
  expect(await cashOf()).toContainEqual({ folio: `${account}01`, amount: "13.13" });
  // Corrected, and taken back: what the custodian booked counts again.
  await moved(id, "bursar.ops", { components: [{ rate: "0.40", incomeKind: "qualified" }] });
  await swept();
  expect((await rowsOf()).map(({ amount, gone }) => [amount, gone])).toEqual([
    ["13.13", true],
    ["15.00", false],
  ]);
  await moved(id, "bursar.desk", { status: "REVERSING", comment: "The custodian's stands" });
  await swept();
  expect((await eventOf(id)).status).toBe("REVERSED");
  expect((await rowsOf()).every(({ gone }) => gone)).toBe(true);
  expect(await inForce()).toEqual(before);
  expect(await cashOf()).toEqual(cash);
});

test("what the custodian books while an event is posted is not booked twice", async () => {
  const id = await announced(dividend);
  await swept();
  await moved(id, "bursar.desk", { status: "POSTING" });
  const row = { transactionType: "DIV", tradeDate: "2026-02-27", securityId: "601" };
  await book({ ...row, amount: "13.13", exDate: "2026-02-20", incomeKind: "qualified" });
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "FOUND", foundAmount: "13.13" });
  expect(await rowsOf()).toEqual([]);
});

test("what the books refuse stays refused until it is tried again", async () => {
  const id = await announced({
    ...dividend,
    kind: "RDM",
    components: undefined,
    cashPerShare: "10",
    effectiveDate: "2026-02-20",
  });
  await swept();
  // All is sold before the redemption is booked, and announced after the entitlement.
  await book({ ...buy("2026-02-20", "37.5"), transactionType: "SLE" });
  await moved(id, "bursar.desk", { status: "POSTING" });
  await swept();
  const line = await lineOf(id);
  expect(line).toMatchObject({ status: "REFUSED", transactionIds: [] });
  expect(line.reason).toContain("RDM, shares:");
  expect((await eventOf(id)).status).toBe("POSTED");
});

test("a dry run of a draft shows what each holder would get, and stores nothing", async () => {
  const dry = { ...authorizationOf("bursar.ops"), "x-dry-run": "true" };
  const { exDate: _, ...undated } = dividend;
  const countLines = async () =>
    (await service.admin("select count(*)::integer as lines from corporate_event_line")).rows;
  const before = await countLines();
  const { body } = await send(service.app, "POST", path, undated, dry);
  const { record } = body;
  expect(record).toMatchObject({ status: "DRAFT", expectedExDate: expect.any(String) });
  expect(record.lines).toContainEqual(
    expect.objectContaining({ accountNumber: account, shares: "37.50000" }),
  );
  expect(record.totals.accounts).toBe(String(record.lines.length));
  expect(await countLines()).toEqual(before);
  // Left out, the ex-date is the one to be expected.
  const id = await announced(undated);
  const { exDate, expectedExDate, warnings, lines } = await eventOf(id);
  expect(exDate).toBe(expectedExDate);
  expect(lines).toBe(null);
  expect(warnings).not.toContainEqual(expect.stringContaining("exDate"));
});

test("lines are returned as CSV, and decided by a load", async () => {
  const id = await announced(dividend);
  await swept();
  const to = `${path}/${id}/lines?accountnumber=${account}&format=csv`;
  const csv = (await service.call("operator", "GET", to)).text.split("\r\n");
  expect(csv[1]?.split(",").slice(0, 6)).toEqual([account, id, "DUE", "1", "37.50000", "13.13"]);
  const decided = (action: string, comment: string) =>
    service.load({
      "corporate-event-lines.csv": `eventId,accountNumber,action,comment\n${id},${account},${action},${comment}`,
    });
  await decided("hold", "The claim is open");
  expect(await lineOf(id)).toMatchObject({ status: "HELD", comment: "The claim is open" });
  await decided("hold", "The claim is open");
  await expect(decided("keep", "No")).rejects.toMatchObject({ problems: [{ column: "action" }] });
  await expect(decided("hold", "")).rejects.toMatchObject({ problems: [{ column: "comment" }] });
  await decided("release", "");
  expect(await lineOf(id)).toMatchObject({ status: "DUE" });
});

test("lines of a firm whose custodian books are held", async () => {
  await service.admin("update firm set post_firms = 'none' where firm_oid = 1002");
  const id = await announced(dividend);
  await swept();
  expect(await lineOf(id)).toMatchObject({ status: "HELD", reason: "custodian" });
  const held = await as("bursar.desk", "PUT", `${path}/${id}`, { status: "POSTING" });
  expect(held.body).toMatchObject([{ errorCode: "corporate.event.lines.rule" }]);
  await moved(id, "bursar.desk", { status: "POSTING", leaveHeld: true });
  await swept();
  expect(await rowsOf()).toEqual([]);
});

test("a security is renamed for all, found by its former name, and named as before when that is reversed", async () => {
  const renamed = { ...dividend, kind: "SYM", components: undefined, effectiveDate: "2026-02-20" };
  const taken = await announced({ ...renamed, newTicker: "bolt" });
  await swept();
  const refused = await as("bursar.desk", "PUT", `${path}/${taken}`, { status: "POSTING" });
  expect(refused.body).toMatchObject([{ errorCode: "corporate.event.security.rule" }]);
  const id = await posted({ ...renamed, newTicker: "ACMX" });
  const security = async () =>
    (await service.call("adviser", "GET", "/restapi/securities/601")).body;
  const { ticker, formerSymbols, nextEvents } = await security();
  const to = `/restapi/accounts/${account}/transactions?daterange=2026-02-01,2026-03-01&category=Trades`;
  const listed = async (symbol: string) =>
    (await service.call("adviser", "GET", `${to}&ticker=${symbol}`)).body.length;
  expect([await listed("acmx"), await listed("ACME")]).toEqual([1, 1]);
  expect({ ticker, formerSymbols }).toMatchObject({
    ticker: "ACMX",
    formerSymbols: [{ ticker: "ACME", to: expect.stringContaining("2026-02-20") }],
  });
  expect(nextEvents).toContainEqual(
    expect.objectContaining({ eventId: taken, kind: "SYM", status: "ENTITLED" }),
  );
  expect(nextEvents).not.toContainEqual(expect.objectContaining({ eventId: id }));
  const other = await service.call("issuer", "GET", "/restapi/securities/601");
  expect(other.body.nextEvents).toEqual([]);
  expect(await lineOf(id)).toMatchObject({ status: "NONE", transactionIds: [] });
  await moved(id, "bursar.desk", { status: "REVERSING", comment: "Called off" });
  await swept();
  expect(await security()).toMatchObject({ ticker: "ACME", formerSymbols: [] });
});

test("a stock dividend is called so among what an account has", async () => {
  const { components: _, ...stock } = dividend;
  const id = await posted({ ...stock, kind: "SDV", ratioNew: "21", ratioOld: "20" });
  // 37.5 × 21 ÷ 20
  expect(await lineOf(id)).toMatchObject({ status: "POSTED", newShares: "39.37500" });
  const to = `/restapi/accounts/${account}/transactions?eventid=${id}&subcategory=stock dividend`;
  const { body } = await service.call("adviser", "GET", encodeURI(to));
  expect(body).toMatchObject([{ transactionCode: "SPL", subCategoryName: "STOCK DIVIDEND" }]);
});

test("what is corrected is what would have been posted at first, whatever was posted before", async () => {
  const books = async () =>
    Promise.all(
      [
        "select folio_number, amount::text from folio_cash where account_number = $1 order by 1",
        `select folio_number, security_id, share_quantity::text from folio_position
        where account_number = $1 order by 1, 2`,
        `select share_quantity::text, adjusted_cost_basis::text from open_lot
        where account_number = $1 order by 1, 2`,
      ].map(async (text) => (await service.admin(text, [account])).rows),
    );
  const components = [
    { rate: "0.40", incomeKind: "qualified" },
    { rate: "0.05", incomeKind: "return" },
  ];
  const id = await posted(dividend);
  await moved(id, "bursar.ops", { components });
  await swept();
  const corrected = await books();
  await service.restore();
  await posted({ ...dividend, components });
  expect(await books()).toEqual(corrected);
});

test("a folio reinvests at the event's price, unless its account excludes the security", async () => {
  const reinvested = { ...dividend, reinvestPrice: "88.10" };
  const unrestricted = async () => {
    await service.admin("delete from restriction where account_number = $1", [account]);
    const reinvest = "update folio set dividend_reinvest = true where account_number = $1";
    await service.admin(reinvest, [account]);
  };
  await unrestricted();
  const id = await posted(reinvested);
  // 13.13 ÷ 88.10
  const bought = { reinvestedShares: "0.14903", reinvestedAmount: "13.13", notReinvested: null };
  expect(await lineOf(id)).toMatchObject(bought);
  await service.restore();
  await unrestricted();
  await service.admin("insert into exclusion values ($1, 'SECURITY', 99, 'ACME')", [account]);
  const other = await posted(reinvested);
  expect(await lineOf(other)).toMatchObject({
    reinvestedShares: "0.00000",
    notReinvested: "The account excludes the security.",
  });
});

test("events that wait for a decision are shown to callers who see the sums, event by event", async () => {
  const id = await announced(dividend);
  const attentionOf = async (caller: string, address: string) => {
    const { body } = await service.call(caller as "operator", "GET", address);
    const found = [body].flat().find(({ eventId }) => eventId === id);
    return [found.ticker, found.attention];
  };
  // Its days have passed, and nothing is worked out.
  expect(await attentionOf("operator", path)).toEqual(["ACME", ["LATE"]]);
  expect(await attentionOf("operator", `${path}?attention=LATE`)).toEqual(["ACME", ["LATE"]]);
  await swept();
  await moved(id, "bursar.desk", { status: "POSTING" });
  await swept();
  expect(await attentionOf("operator", `${path}/${id}`)).toEqual(["ACME", []]);
  await book(buy("2026-02-04", "1"));
  await swept();
  for (const address of [path, `${path}/${id}`]) {
    expect(await attentionOf("operator", address)).toEqual(["ACME", ["DIFFERS"]]);
    expect(await attentionOf("adviser", address)).toEqual(["ACME", []]);
  }
  const listed = async (caller: string, query: string) => {
    const { body } = await service.call(caller as "operator", "GET", `${path}?${query}`);
    return body.map(({ eventId }: { eventId: string }) => eventId);
  };
  expect(await listed("operator", "attention=DIFFERS")).toEqual([id]);
  expect(await listed("operator", "attention=FOUND")).toEqual([]);
  expect(await listed("operator", "attention=LATE")).not.toContain(id);
  // Nobody learns from the list what is not shown.
  expect(await listed("adviser", "attention=DIFFERS")).toEqual([]);
  const unknown = await service.call("operator", "GET", `${path}?attention=late`);
  expect(unknown.body).toMatchObject([{ errorCode: "invalid.attention" }]);
});

test("a sandbox's step is judged as the ordinary one, but for its day", async () => {
  const step = async (id: string, name: string) => {
    const to = `/restapi/simulation/corporateevents/${id}/steps`;
    const { status, body } = await service.call("operator", "POST", to, { step: name });
    return status === 201 ? [] : body.map((each: { errorCode: string }) => each.errorCode);
  };
  const days = { exDate: "2026-03-20", recordDate: "2026-03-20", payDate: "2026-03-27" };
  // Ten times the last close.
  const id = await announced({ ...dividend, ...days, reinvestPrice: "880" });
  expect(await step(id, "entitle")).toEqual([]);
  expect(await step(id, "post")).toEqual(["corporate.event.price.rule"]);
  await moved(id, "bursar.ops", { reinvestPrice: "88" });
  const line = `${path}/${id}/lines/${account}`;
  const held = { action: "hold", comment: "The claim is open" };
  expect((await as("bursar.desk", "PUT", line, held)).status).toBe(200);
  expect(await step(id, "post")).toEqual(["corporate.event.lines.rule"]);
  expect((await as("bursar.desk", "PUT", line, { action: "release" })).status).toBe(200);
  expect(await step(id, "post")).toEqual([]);
  const symbol = { kind: "SYM", components: undefined, effectiveDate: "2026-03-20" };
  const renamed = await announced({ ...dividend, ...days, ...symbol, newTicker: "bolt" });
  expect(await step(renamed, "entitle")).toEqual([]);
  expect(await step(renamed, "post")).toEqual(["corporate.event.security.rule"]);
});

test("lots that move between accounts count where they were at the opening", async () => {
  const giver = "RA00000011";
  const receiver = "RA00000009";
  const bookInto = async (number: string, row: object) => {
    const to = `/restapi/accounts/${number}/transactions`;
    const transactions = [{ securityId: "601", folioNumber: `${number}03`, ...row }];
    const response = await service.call("operator", "POST", to, { transactions });
    expect(response.status, response.text).toBe(201);
  };
  const moved = (shares: string, tradeDate: string) =>
    bookInto(giver, {
      transactionType: "LMV",
      reason: "JNL",
      tradeDate,
      shares,
      toAccountNumber: receiver,
      toFolioNumber: `${receiver}03`,
    });
  const bought = { transactionType: "BUY", tradeDate: "2026-02-03", price: "88" };
  await bookInto(giver, { ...bought, shares: "40" });
  await bookInto(receiver, { ...bought, shares: "5" });
  await moved("10", "2026-02-24");
  const id = await posted(dividend);
  const lines = async () => {
    const { body } = await service.call("operator", "GET", `${path}/${id}/lines?limit=1000`);
    return (body as { accountNumber: string; shares: string; differs: boolean }[])
      .filter(({ accountNumber }) => [giver, receiver].includes(accountNumber))
      .map(({ accountNumber, shares, differs }) => [accountNumber, shares, differs]);
  };
  expect(await lines()).toEqual([
    [receiver, "5.00000", false],
    [giver, "40.00000", false],
  ]);
  // Moved before the ex-date, and announced late.
  await moved("2", "2026-02-19");
  await swept();
  expect(await lines()).toEqual([
    [receiver, "5.00000", true],
    [giver, "40.00000", true],
  ]);
});

test("who was entitled by late facts alone gets it when what differs is booked", async () => {
  const late = "RA00000012";
  const id = await posted(dividend);
  const transactions = [{ ...buy("2026-02-10", "5"), folioNumber: `${late}03` }];
  const to = `/restapi/accounts/${late}/transactions`;
  expect((await service.call("operator", "POST", to, { transactions })).status).toBe(201);
  await moved(id, "bursar.desk", { status: "POSTING", recomputeDiffering: true });
  await swept();
  const lines = `${path}/${id}/lines?accountnumber=${late}`;
  expect((await service.call("operator", "GET", lines)).body).toMatchObject([
    { status: "POSTED", shares: "5.00000", payments: [{ gross: "1.75" }] },
  ]);
});
