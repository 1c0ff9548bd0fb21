// Values that no two records of the platform may share: a caller who tries values learns nothing by a dry run, little
// by changes, and of tax ids at other firms nothing at all. (docs/adr/0036-claims.md)

import type { Day } from "@bursar/values/dates";
import { beforeEach, describe, expect, test } from "vitest";
import { mostCases } from "../src/brokerage/clients-and-accounts/verifications/case-queries.ts";
import { NewOffer } from "../src/brokerage/placements/offers/schema.ts";
import { findAnomalies } from "../src/brokerage/service/anomalies/reads.ts";
import { mostRefusedClaims } from "../src/platform/change/claims.ts";
import { errorCodesOf } from "./error-codes.ts";
import { type TestResponse, useTestService } from "./harness.ts";
import { type CallerName, testNow } from "./sample-template.ts";

const service = useTestService();
// Each test has a day of its own, so that none is counted to another.
let days = 0;
beforeEach(() => {
  days += 2;
  service.setNow(new Date(testNow.getTime() + days * 86_400_000).toISOString());
});

const dry = { "X-Dry-Run": "true" };
const address = { line1: "9 Pier Road", city: "Troy", state: "NY", zipcode: "12180" };
let count = 0;

const client = (fields: object = {}) => ({
  loginId: `tried.${++count}`,
  membershipType: "N",
  firstName: "Mia",
  lastName: "Torres",
  dateOfBirth: "1980-05-02",
  tid: `900-66-${String(count).padStart(4, "0")}`,
  primaryAddress: address,
  mobileTelephone: "518-555-0190",
  citizenship: "C",
  employmentStatus: "self-employed",
  email1: "mia@example.com",
  ...fields,
});
const trustee = (fields: object = {}) => ({
  loginId: `tried.${++count}`,
  firstName: "Max",
  lastName: "New",
  email1: "n@example.com",
  ...fields,
});
const firm = (fields: object = {}) => ({
  firmType: "G",
  firmName: `Firm ${++count}`,
  firmTaxIdType: "E",
  firmTaxId: `97-77${String(count).padStart(5, "0")}`,
  firmTelephone1: "518-555-0171",
  firmEmail1: "office@firm.example.com",
  primaryAddress: address,
  representativeLoginId: "carol.nguyen",
  ...fields,
});
const [example] = (NewOffer as unknown as { examples: object[] }).examples;
const offer = (fields: object = {}) => ({
  ...example,
  published: false,
  security: { ticker: `PRIV.C${++count}`, previousClosingPrice: "12.50" },
  ...fields,
});
const secured = (ticker: string) => ({ security: { ticker, previousClosingPrice: "12.50" } });

const add = (path: string, body: object, headers = {}, caller: CallerName = "adviser") =>
  service.call(caller, "POST", `/restapi/${path}`, body, headers);

/** Each rule that a request of a firm can break by what another record has: the request with a
 * value that somebody has, with one that nobody has, and failing for another reason as well. */
const claims = [
  {
    code: "member.unique.login.id",
    path: "members",
    taken: () => client({ loginId: "Erin.Cole" }),
    free: () => client(),
    broken: { directorOrTenPercentShareholderCompany: ["NONE"] },
    other: "member.tenpct.security.rule",
  },
  {
    code: "member.unique.ssn.rule",
    path: "members",
    taken: () => client({ tid: "987-65-4320" }),
    free: () => client(),
    broken: { directorOrTenPercentShareholderCompany: ["NONE"] },
    other: "member.tenpct.security.rule",
  },
  {
    code: "member.unique.login.id",
    path: "trustees",
    taken: () => trustee({ loginId: "ERIN.cole" }),
    free: () => trustee(),
    broken: { dateOfBirth: "2020-01-01" },
    other: "member.legal.age.state.rule",
  },
  {
    code: "firm.tax.id.rule",
    path: "firms",
    taken: () => firm({ firmTaxId: "00-1234455" }),
    free: () => firm(),
    broken: { representativeLoginId: "erin.cole" },
    other: "group.firm.invalid.representative",
  },
  {
    code: "offer.ticker.unique.rule",
    path: "privateplacementoffers",
    taken: () => offer(secured("PRIV.RWM")),
    free: () => offer(),
    broken: {
      participatingFirms: [{ participatingFirmId: "NOBODY", participatingFirmStatus: "A" }],
    },
    other: "offer.participating.firm.rule",
  },
] as const;

const titled = claims.map((claim) => [claim.path, claim.code, claim] as const);
/** The value that a body claims, as a response shows it. */
function valuesOf(body: object): string[] {
  const { loginId, security } = body as { loginId?: string; security?: { ticker: string } };
  return [loginId, security?.ticker].filter((value) => value !== undefined);
}

/** A response without what is drawn for it. */
function shapeOf({ status, headers, body }: TestResponse, sent: object): string {
  const { date: _, "content-length": __, "x-request-id": ___, ...rest } = headers;
  const text = JSON.stringify({ status, rest, body });
  return valuesOf(sent)
    .reduce((all, value) => all.replaceAll(value, "V"), text)
    .replaceAll(
      /"\d{15,19}"|\/\d{15,19}|(?<="(?:tid|firmTaxId)":")\d{4}|F\d{15,19}|firm:\d{15,19}|offer:\d{15,19}/g,
      "N",
    )
    .replaceAll(/Firm \d+/g, "Firm");
}

describe.each(titled)("%s: %s", (path, code, claim) => {
  test("a dry run gets the same response whether another has the value, and says that this was not judged", async () => {
    const taken = claim.taken();
    const free = claim.free();
    const ofTaken = await add(path, taken, dry);
    const ofFree = await add(path, free, dry);
    expect(ofTaken.status, ofTaken.text).toBe(200);
    expect(shapeOf(ofTaken, taken)).toBe(shapeOf(ofFree, free));
    expect(ofTaken.body.unjudged).toContain(code);
    for (const value of valuesOf(taken)) {
      expect(JSON.stringify(ofTaken.body.record)).toContain(value);
      if ("loginId" in taken) expect(ofTaken.body.location).toMatch(new RegExp(`/${value}$`));
    }
    expect(ofTaken.text).not.toMatch(/DRY[0-9A-F]{32}/i);
  });

  test("a change is refused, which leaves an entry", async () => {
    const before = (await refusals()).length;
    const response = await add(path, claim.taken());
    expect([response.status, errorCodesOf(response)]).toEqual([400, [code]]);
    const entries = await refusals();
    expect(entries).toHaveLength(before + 1);
    expect(entries.at(-1)).toMatchObject({ operation: "refuseClaim", caller: { firm: "1002" } });
    expect(entries.at(-1)?.detail.detail.codes).toEqual([code]);
    expect(JSON.stringify(entries.at(-1))).not.toMatch(/4320|4455|RWM|erin/i);
  });

  test("a change that is refused for another reason does not learn of it, and leaves no entry", async () => {
    const before = (await refusals()).length;
    const response = await add(path, { ...claim.taken(), ...claim.broken });
    expect(errorCodesOf(response)).toEqual([claim.other]);
    expect(await refusals()).toHaveLength(before);
  });

  test("an API user that was refused too many in a day learns of none, for a day", async () => {
    const before = (await refusals()).length;
    for (let times = 0; times < mostRefusedClaims; times += 1) {
      expect((await add(path, claim.taken())).status).toBe(400);
    }
    const beyond = [await add(path, claim.taken()), await add(path, claim.free())];
    for (const response of beyond) {
      expect([response.status, errorCodesOf(response)]).toEqual([429, ["too.many.claims"]]);
      expect(response.headers["retry-after"]).toBe("86400");
    }
    expect(await refusals()).toHaveLength(before + mostRefusedClaims);
    // Dry runs disclose nothing, and other API users are not held up.
    expect((await add(path, claim.free(), dry)).status).toBe(200);
    service.setNow(new Date(service.now().getTime() + 86_400_000).toISOString());
    expect((await add(path, claim.free())).status).toBe(201);
  });
});

test("an API user learns of hardly more claims if it sends many at once", async () => {
  service.setNow(new Date(service.now().getTime() + 86_400_000).toISOString());
  const [[path, , claim]] = titled as [(typeof titled)[number]];
  const sent = Array.from({ length: 2 * mostRefusedClaims }, () => add(path, claim.taken()));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  const disclosed = statuses.filter((status) => status === 400).length;
  // Two of a subject run at once.
  expect([mostRefusedClaims, mostRefusedClaims + 1]).toContain(disclosed);
  expect(statuses.filter((status) => status === 429)).toHaveLength(sent.length - disclosed);
  service.setNow(new Date(service.now().getTime() + 86_400_000).toISOString());
});

/** The refused claims of the adviser's API user. */
const refusals = () => service.auditOf("api-user:5001");

describe("a tax id of another firm's client", () => {
  const sweep = () => service.call("operator", "PUT", "/restapi/sweeps", {});
  const status = async (loginId: string) =>
    (await service.call("operator", "GET", `/restapi/members/${loginId}`)).body.cipStatus;
  const cases = async () =>
    (await service.auditOf("firm:1001")).filter(({ operation }) => operation === "openTaxIdCase");
  const listed = async () =>
    (await findAnomalies(service.db, "2026-03-02" as Day)).find(
      ({ kind }) => kind === "tax id at two firms",
    );
  const judge = (loginId: string, body: object) =>
    service.call("operator", "PUT", `/restapi/members/${loginId}/verifications`, body);

  test("is taken like any other, and becomes the operator's case without a word to its firm", async () => {
    const shared = client({ tid: "987-65-4325" });
    const own = client();
    const responses = [await add("members", shared), await add("members", own)];
    expect(responses.map((response, at) => shapeOf(response, [shared, own][at] ?? {}))).toEqual(
      Array(2).fill(shapeOf(responses[1] as TestResponse, own)),
    );
    const refusalOf = async ({ loginId }: { loginId: string }) => ({
      entries: (await service.auditOf(`member:${loginId}`)).map(({ operation }) => operation),
      events: (await service.eventsOf(`member:${loginId}`)).map(({ type }) => type),
      status: await status(loginId),
      read: Object.keys((await service.call("adviser", "GET", `/restapi/members/${loginId}`)).body),
    });
    const before = (await cases()).length;
    expect((await sweep()).status).toBe(200);
    expect((await cases()).slice(before).map(({ detail }) => detail.detail)).toEqual([
      { loginId: shared.loginId, apiUserId: "5001", others: ["erin.cole"] },
    ]);
    expect(await refusalOf(shared)).toEqual(await refusalOf(own));
    expect((await listed())?.first).toEqual([
      `Client ${shared.loginId} of firm 1002, who is to be verified, has the tax id of erin.cole at another firm.`,
    ]);
    await sweep();
    expect(await cases()).toHaveLength(before + 1);

    expect(errorCodesOf(await judge(shared.loginId, { status: "PASSED" }))).toEqual([
      "null.comment",
    ]);
    expect((await judge(own.loginId, { status: "PASSED" })).status).toBe(200);
    const comment = "The same person, who has two advisers.";
    expect((await judge(shared.loginId, { status: "PASSED", comment })).status).toBe(200);
    expect(await listed()).toBeUndefined();
  });

  test("is still refused within the firm, also to the operator who adds for it", async () => {
    const again = client({ tid: "987-65-4325" });
    expect(errorCodesOf(await add("members", again))).toEqual(["member.unique.ssn.rule"]);
    const forFirm = client({ tid: "987-65-4326", firmOid: "1003" });
    const response = await add("members", forFirm, {}, "operator");
    expect(errorCodesOf(response)).toEqual(["member.unique.ssn.rule"]);
  });

  test("opens few cases a day of one API user; the others wait", async () => {
    const tids = Array.from({ length: mostCases + 2 }, (_, at) => `900-67-${1000 + at}`);
    for (const tid of tids) {
      const theirs = client({ tid, firmOid: "1003" });
      expect((await add("members", theirs, {}, "operator")).status).toBe(201);
    }
    // The cases of these wait for nothing: they came first, and nobody else had the number.
    await service.admin("update member set cip_status = 'PASSED' where firm_oid = 1003");
    for (const tid of tids) expect((await add("members", client({ tid }))).status).toBe(201);
    const before = (await cases()).length;
    await sweep();
    expect(await cases()).toHaveLength(before + mostCases);
    await sweep();
    expect(await cases()).toHaveLength(before + mostCases);
    service.setNow(new Date(service.now().getTime() + 86_400_000).toISOString());
    await sweep();
    expect(await cases()).toHaveLength(before + tids.length);
  });

  test("is loaded for two firms, and refused twice for one", async () => {
    const header = "loginId,memberOid,firmOid,membershipType,firstName,lastName,tid";
    const row = (loginId: string, oid: string, firmOid: string) =>
      `${loginId},${oid},${firmOid},client,Mia,Torres,900-68-0001`;
    await service.load({
      "members.csv": [header, row("two.a", "78001", "1002"), row("two.b", "78002", "1003")].join(
        "\n",
      ),
    });
    const twice = { "members.csv": [header, row("two.c", "78003", "1003")].join("\n") };
    await expect(service.load(twice)).rejects.toMatchObject({
      problems: [{ column: "tid", reason: expect.stringContaining("of the firm has this number") }],
    });
  });
});

/** How each unique index of the store, of primary keys those whose values callers choose, is kept
 * from telling a caller what it does not see. A new one is to be thought about: whose values are
 * these, and who chooses them? */
const judged: Readonly<Record<string, string>> = {
  // By changes alone, last and bounded: `writeClaim`.
  member_pkey: "claim",
  member_login_id_folded_key: "claim",
  member_tid_key: "claim",
  offer_ticker_key: "claim",
  firm_tax_id_key: "claim",
  // The service draws the value; only a load states it.
  member_oid_key: "drawn",
  model_folio_oid_key: "drawn",
  firm_partner_code_key: "drawn",
  api_credential_api_key_key: "drawn",
  api_credential_token_key: "drawn",
  // Only the operator, who sees everything, or the command line states it.
  contra_firm_dtc_number_key: "operator",
  security_ticker_key: "operator",
  offer_approval_ticker_key: "operator",
  offer_document_version_key: "operator",
  console_identity_person: "operator",
  billing_plan_asset_fee_amount_key: "operator",
  billing_plan_split_payee_key: "operator",
  reconciliation_break_once: "operator",
  reconciliation_break_standing: "operator",
  // The operator's, and an issuer's in a draft: a refusal says only that a source has used a number.
  corporate_event_external: "source",
  // Among the rows of a record that the caller sees whole.
  account_owner_once: "within",
  account_trustee_once: "within",
  account_name_key: "within",
  household_name_key: "within",
  household_account_open_key: "within",
  billing_term_open_key: "within",
  fee_item_unit_key: "within",
  restriction_in_force_key: "within",
  model_target_weight_ticker_key: "within",
  offer_participating_firm_once: "within",
  private_placement_order_once: "within",
  private_placement_order_document_once: "within",
  corporate_action_question_key: "within",
  corporate_action_answer_key: "within",
  account_transaction_taken_back_once: "within",
  // Next to a primary key, which it contains.
  billing_plan_of_firm_key: "key",
  member_of_firm_key: "key",
  event_position_event_subject_event_sequence_event_place_key: "key",
};

test("each unique index is known, with who chooses its values", async () => {
  const { rows } = await service.admin(`
    select indexrelid::regclass::text as name from pg_index
      join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and indisunique
      and (not indisprimary or indexrelid in (
        'member_pkey'::regclass, 'account_name_key'::regclass))`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(judged).toSorted());
});
