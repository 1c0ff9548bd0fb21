// The requests of a sandbox: its clock, and what they have ordinary operations do.
import { expect, test } from "vitest";
import { errorCodesOf } from "../../../../test/error-codes.ts";
import { useTestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOffer } from "../../../../test/subscriptions.ts";
import { moveClock } from "./move-clock.ts";

const service = useTestService();

const path = "/restapi/simulation";
const send = (method: string, to: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call("operator", method, `${path}/${to}`, body, headers);

test("the clock moves ahead for business dates alone, and never back", async () => {
  expect((await send("GET", "clock")).body).toEqual({ now: "2026-03-02T10:00:00.000-05:00" });
  const moved = await send("PUT", "clock", { days: "1" });
  expect(moved).toMatchObject({ status: 200, text: "" });
  expect(moved.headers.location).toBe(`http://bursar.test${path}/clock`);
  expect((await send("GET", "clock")).body).toEqual({ now: "2026-03-03T10:00:00.000-05:00" });
  for (const days of ["0", "-1", "1.5", "3661"]) {
    expect(errorCodesOf(await send("PUT", "clock", { days })), days).toEqual(["invalid.days"]);
  }
  expect(errorCodesOf(await send("PUT", "clock", {}))).toEqual(["null.days"]);

  // A restriction is placed in business time; its entry, its event and keys keep real time.
  const restrictions = "/restapi/accounts/RA00000005/restrictions";
  const body = { reason: { code: "021" }, type: { code: "SO" } };
  const placed = await service.call("adviser", "POST", restrictions, body);
  const [, read] = String(placed.headers.location).split("http://bursar.test");
  const { body: restriction } = await service.call("adviser", "GET", read ?? "");
  expect(restriction.creationTs).toBe("2026-03-03T10:00:00.000-05:00");
  const { rows } = await service.admin(
    `select audit_entry.occurred_at as entry, event.occurred_at as event
     from audit_entry join event using (subject, sequence) where subject = 'RA00000005'`,
  );
  expect(rows.at(-1)).toEqual({ entry: service.now(), event: service.now() });
  const signed = await service.signed("operator", "GET", `${path}/clock`);
  expect(signed.status).toBe(200);
});

test("a dry run shows where the clock would stand, and leaves it", async () => {
  const before = (await send("GET", "clock")).body;
  const tried = await send("PUT", "clock", { days: "2" }, { "x-dry-run": "true" });
  expect(tried.body.record).toEqual({ now: "2026-03-05T10:00:00.000-05:00" });
  expect((await send("GET", "clock")).body).toEqual(before);
});

test("two moves at once both count, and what they bring is done at once", async () => {
  const notices = "/restapi/accounts/RA00000001/corporateactions";
  const notice = { type: "P", ticker: "ACME", issuer: "Acme Corporation", deadline: "2026-03-20" };
  const given = await service.call("operator", "POST", notices, notice);
  const id = String(given.headers.location).split("/").at(-1);
  const moves = await Promise.all([
    send("PUT", "clock", { days: "10" }),
    send("PUT", "clock", { days: "20" }),
  ]);
  expect(moves.map(({ status }) => status)).toEqual([200, 200]);
  // New York has gone to daylight saving time meanwhile.
  expect((await send("GET", "clock")).body).toEqual({ now: "2026-04-02T10:00:00.000-04:00" });
  const { body } = await service.call("adviser", "GET", `${notices}/${id}`);
  expect(body.status).toBe("Expired");
  const last = (await service.auditOf("store")).at(-1);
  expect(last).toMatchObject({ operation: "moveClock", detail: { after: { daysAhead: "31" } } });
});

test("a key that repeats a move counts it once", async () => {
  const headers = { "Idempotency-Key": "one-day" };
  const before = (await send("GET", "clock")).body.now;
  await send("PUT", "clock", { days: "1" }, headers);
  await send("PUT", "clock", { days: "1" }, headers);
  const after = (await send("GET", "clock")).body.now;
  expect(Date.parse(after) - Date.parse(before)).toBe(86_400_000);
});

test("the clock ends where dates do", async () => {
  const move = (days: number) => moveClock(testContext(service.db), days);
  await expect(move(366_000)).rejects.toMatchObject({
    problems: [{ errorCode: "invalid.days", field: "days" }],
  });
});

test("a transfer takes the steps of its life cycle, and no other", async () => {
  const steps = (id: string, outcome?: string) =>
    send("POST", `transfers/RA00000006/${id}/steps`, outcome === undefined ? {} : { outcome });
  const statusOf = async (id: string) => {
    const { body } = await service.call(
      "operator",
      "GET",
      `/restapi/accounts/RA00000006/acatin/${id}`,
    );
    return body.status;
  };
  const { body: all } = await service.call(
    "operator",
    "GET",
    "/restapi/accounts/RA00000006/acatin",
  );
  const requested = all.filter(({ status }: { status: string }) => status === "Request Pending");
  const { acatid } = requested[0];
  expect(errorCodesOf(await steps(acatid, "adjust"))).toEqual(["acat.status.rule"]);
  const seen: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const response = await steps(acatid, "next");
    if (response.status !== 201) break;
    expect(response.headers.location).toMatch(/\/accounts\/RA00000006\/acatin\//);
    seen.push(await statusOf(acatid));
  }
  expect(seen.slice(-2)).toEqual(["Settling", "Completed"]);
  expect(errorCodesOf(await steps(acatid))).toEqual(["acat.status.rule"]);
  expect(await service.auditOf("RA00000006")).toContainEqual(
    expect.objectContaining({ operation: "updateTransfer" }),
  );
  expect((await steps("ACAT-0")).status).toBe(404);
});

test("every holder on the record date is given notice, or none", async () => {
  const notice = { type: "P", ticker: "CRUX", issuer: "Crux Mining plc", activity: "Meeting" };
  const given = await send("POST", "notices", { ...notice, recordDate: "2021-08-18" });
  expect(given).toMatchObject({ status: 201, text: "" });
  const countOf = async () => {
    const { rows } = await service.admin(
      "select account_number as account, shares::text from corporate_action where activity = 'Meeting'",
    );
    return rows.map(({ account, shares }) => `${account} ${shares}`);
  };
  const before = await countOf();
  expect(before.filter((line) => line.startsWith("RA00000001"))).toEqual([]);
  await send("POST", "notices", { ...notice, recordDate: "2021-08-19" });
  const own = (await countOf()).filter((line) => line.startsWith("RA00000001"));
  expect(own).toEqual(["RA00000001 101.00000"]);
  expect((await service.eventsOf("RA00000001")).at(-1)).toMatchObject({ type: "notice.created" });
  expect((await service.auditOf("RA00000001")).at(-1)).toMatchObject({
    operation: "createNotices",
  });

  const stored = await countOf();
  expect(errorCodesOf(await send("POST", "notices", { ...notice, ticker: "NONE" }))).toEqual([
    "corporate.action.security.rule",
  ]);
  const questions = [{ questionsId: "1", questionsType: "C", question: "?", contested: false }];
  expect(errorCodesOf(await send("POST", "notices", { ...notice, questions }))).toEqual([
    "corporate.action.ballot.rule",
  ]);
  // Also where nobody held the security.
  const earlier = { ...notice, questions, recordDate: "1990-01-02" };
  expect(errorCodesOf(await send("POST", "notices", earlier))).toEqual([
    "corporate.action.ballot.rule",
  ]);
  expect(await countOf()).toEqual(stored);
});

test("more than a thousand holders are refused", async () => {
  await service.admin(
    `insert into account select (jsonb_populate_record(a,
       jsonb_build_object('account_number', 'RZ' || lpad(n::text, 8, '0')))).*
     from account as a, generate_series(1, 1001) as n where a.account_number = 'RA00000005'`,
  );
  await service.admin(
    `insert into folio (account_number, folio_number, name, folio_type)
     select 'RZ' || lpad(n::text, 8, '0'), 'RZ' || lpad(n::text, 8, '0') || '03', 'Core', 'folio'
     from generate_series(1, 1001) as n`,
  );
  await service.admin(
    `insert into account_transaction (account_number, transaction_id, transaction_type, entry_order,
       folio_number, trade_on, security_id, shares, price)
     select 'RZ' || lpad(n::text, 8, '0'), n, 'BUY', 1, 'RZ' || lpad(n::text, 8, '0') || '03',
       '2025-01-06', 605, 1, 1 from generate_series(1, 1001) as n`,
  );
  const notice = { type: "P", ticker: "EVER", issuer: "Evergreen Utilities Corp." };
  expect(errorCodesOf(await send("POST", "notices", notice))).toEqual(["simulation.size.rule"]);
});

test("an offer is made ready and published by the ordinary operations", async () => {
  const approve = (offer: string) => send("POST", `offers/${offer}/approvals`, {});
  const response = await approve("802");
  expect(response).toMatchObject({ status: 201, text: "" });
  expect(response.headers.location).toMatch(/\/privateplacementoffers\/802$/);
  const { body } = await service.call("adviser", "GET", "/restapi/privateplacementoffers/802");
  expect(body.published).toBe(true);
  const operations = async (subject: string) =>
    (await service.auditOf(subject)).map(({ operation }) => operation);
  expect(await operations("offer:802")).toEqual(
    expect.arrayContaining(["addOfferDocument", "updateOffer"]),
  );
  expect(await operations("firm:1004")).toContain("setOfferApproval");
  const before = await operations("firm:1004");
  expect((await approve("802")).status).toBe(201);
  expect(await operations("firm:1004")).toEqual(before);
  expect(before).not.toContain("updateFirm");
  // Prairie is not under contract.
  expect((await approve("806")).status).toBe(201);
  expect(await operations("firm:1005")).toEqual(
    expect.arrayContaining(["updateFirm", "setOfferApproval"]),
  );
});

test.each<[string, string, readonly object[], number]>([
  [
    "has none that is both required and signable in its latest version",
    "PRIV.SIMA",
    [
      { id: "a", version: "1.0", required: true, signable: false },
      { id: "b", version: "1.9", required: true, signable: true },
      { id: "b", version: "1.10", required: false, signable: true },
    ],
    1,
  ],
  [
    "has one that is both required and signable",
    "PRIV.SIMB",
    [{ id: "a", version: "1.0", required: true, signable: true }],
    0,
  ],
])(
  "a document to sign is added to an offer unless there is one: it %s",
  async (_, ticker, documents, added) => {
    const { oid } = await loadOffer(service, {
      ticker,
      offerStatus: "I",
      documentationExternal: false,
      published: false,
      publishedDate: undefined,
    });
    for (const document of documents) {
      const body = { ticker, name: "a.txt", title: "A", documentData: "YQ==", ...document };
      await service.call("operator", "POST", "/restapi/firms/1004/offerdocuments", body);
    }
    expect((await send("POST", `offers/${oid}/approvals`, {})).status).toBe(201);
    const operations = (await service.auditOf(`offer:${oid}`)).map(({ operation }) => operation);
    expect(operations.filter((name) => name === "addOfferDocument")).toHaveLength(
      documents.length + added,
    );
    const { body } = await service.call(
      "operator",
      "GET",
      `/restapi/privateplacementoffers/${oid}`,
    );
    expect(body.published).toBe(true);
  },
);

const accredited = { accreditationSetting: "A", qualifiedInstitutionalBuyerSetting: "A" };
const ofPrairie = { issuingFirmOid: "1005", issuingFirmRepresentativeOid: "2401" };
test.each<[string, object, readonly string[]]>([
  ["above its size", { exemption: "G", offerSize: "6000000.00" }, ["offer.size.exemption.rule"]],
  [
    "open to anyone",
    { exemption: "H" },
    ["offer.natural.person.accreditation.rule", "offer.corporate.accreditation.rule"],
  ],
  [
    "of an issuer that is elsewhere",
    { exemption: "B", ...accredited, ...ofPrairie },
    ["offer.exemption.state.rule"],
  ],
  [
    "in other states",
    { exemption: "C", blueSkyedStates: ["CA", "NY"] },
    ["offer.blue.skyed.states.rule"],
  ],
])(
  "an offer that its exemption does not admit is not published: one %s",
  async (_, terms, codes) => {
    const { oid } = await loadOffer(service, {
      offerStatus: "I",
      published: false,
      publishedDate: undefined,
      ...terms,
    });
    const before = await service.auditOf(`offer:${oid}`);
    const response = await send("POST", `offers/${oid}/approvals`, {});
    expect([response.status, errorCodesOf(response)]).toEqual([400, codes]);
    expect(await service.auditOf(`offer:${oid}`)).toEqual(before);
  },
);

test("an offer whose discount leaves no price is not published", async () => {
  const { oid } = await loadOffer(service, {
    offerStatus: "I",
    published: false,
    publishedDate: undefined,
  });
  await service.admin(
    "update offer set price_discount_amount = previous_closing_price where offer_oid = $1",
    [oid],
  );
  expect(errorCodesOf(await send("POST", `offers/${oid}/approvals`, {}))).toEqual([
    "invalid.price.discount.amount",
  ]);
});

test("an offer that has ended is not made ready either", async () => {
  const chains = () => Promise.all(["offer:804", "firm:1004"].map((of) => service.auditOf(of)));
  const before = await chains();
  const response = await send("POST", "offers/804/approvals", {});
  expect([response.status, errorCodesOf(response)]).toEqual([400, ["offer.status.rule"]]);
  expect(await chains()).toEqual(before);
});

test("only the operator simulates, and only in a sandbox", async () => {
  for (const caller of ["adviser", "otherAdviser", "issuer", "client", "readOnly"] as const) {
    expect((await service.call(caller, "GET", `${path}/clock`)).status, caller).toBe(403);
    const move = await service.call(caller, "PUT", `${path}/clock`, { days: "1" });
    expect(move.status, caller).toBe(403);
  }
  await service.admin("delete from store_property where name = 'sandbox_days_ahead'");
  const refused = await send("PUT", "clock", { days: "1" });
  expect(refused).toMatchObject({ status: 404, body: [{ errorCode: "route.not.found" }] });
  expect((await send("GET", "clock")).status).toBe(404);
  await expect(moveClock(testContext(service.db), 1)).rejects.toMatchObject({ status: 404 });
});
