// How members want papers: paper until they consent, and again once they withdraw.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { consentWords } from "./consent-words.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const path = (login = "ada.whitfield") => `/restapi/members/${login}/deliverypreferences`;
const put = (caller: Parameters<TestService["call"]>[0], body: object, login?: string) =>
  service.call(caller, "PUT", path(login), body);
const read = async () => (await service.call("client", "GET", path())).body;
const pdf = Buffer.from("%PDF-1.7 signed");
const onPaper = { statements: "paper", confirmations: "paper", taxForms: "paper", bills: "paper" };

test("a member who has chosen nothing gets paper", async () => {
  expect(await read()).toEqual({ ...onPaper, consent: false, consentts: null, consentWords });
});

test("electronic papers need the consent, which is needed once", async () => {
  const refused = await put("client", { bills: "electronic" });
  expect([refused.status, refused.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field: "consent", errorCode: "null.consent" }],
  ]);
  const response = await put("client", { bills: "electronic", consent: true });
  expect(response).toMatchObject({ status: 200, text: "" });
  expect(await read()).toEqual({
    ...onPaper,
    bills: "electronic",
    consent: true,
    consentts: "2026-03-02T10:00:00.000-05:00",
    consentWords,
  });
  service.setNow("2026-03-02T15:00:01Z");
  expect((await put("client", { statements: "electronic" })).status).toBe(200);
  expect(await read()).toMatchObject({
    statements: "electronic",
    bills: "electronic",
    consentts: "2026-03-02T10:00:00.000-05:00",
  });
  const { rows } = await service.admin(
    `select place, consent_words as words, api_user_id::text as user, caller_login_id as login,
       address, chosen_at as at from delivery_choice order by place`,
  );
  expect(rows).toEqual([
    {
      place: 1,
      words: consentWords,
      user: "5005",
      login: "ada.whitfield",
      address: "127.0.0.1",
      at: new Date("2026-03-02T15:00:00Z"),
    },
    expect.objectContaining({ place: 2, words: null }),
  ]);
  const entry = (await service.auditOf("member:ada.whitfield")).at(-1);
  expect(entry?.detail).toEqual({
    before: { ...onPaper, bills: "electronic", consent: true },
    after: { ...onPaper, bills: "electronic", statements: "electronic", consent: true },
    detail: { sha256: null },
  });
  const event = (await service.eventsOf("member:ada.whitfield")).at(-1);
  expect([event?.type, event?.data]).toEqual([
    "delivery.changed",
    { loginId: "ada.whitfield", fields: ["statements"] },
  ]);
});

test("a consent that is withdrawn leaves everything on paper, and must be given again", async () => {
  expect((await put("client", { consent: false })).status).toBe(200);
  expect(await read()).toEqual({ ...onPaper, consent: false, consentts: null, consentWords });
  expect((await put("client", { bills: "electronic" })).status).toBe(400);
  const both = await put("client", { bills: "electronic", consent: false });
  expect(both.body).toMatchObject([{ errorCode: "null.consent" }]);
});

test("a firm sends the consent that the member has signed", async () => {
  const body = { statements: "electronic", consent: true };
  const refused = await put("adviser", body);
  expect([refused.status, refused.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field: "signedConsent", errorCode: "null.signed.consent" }],
  ]);
  const unlike = await put("adviser", { ...body, signedConsent: "AAAA" });
  expect(unlike.body).toMatchObject([{ errorCode: "invalid.signed.consent" }]);
  const signedConsent = pdf.toString("base64");
  expect((await put("adviser", { ...body, signedConsent })).status).toBe(200);
  const { rows } = await service.admin(
    "select signed_consent as bytes from delivery_choice where signed_consent is not null",
  );
  expect(rows).toEqual([{ bytes: pdf }]);
  const entry = (await service.auditOf("member:ada.whitfield")).at(-1);
  expect(entry?.detail.detail).toEqual({
    sha256: createHash("sha256").update(pdf).digest("hex"),
  });
});

test("a member consents by the request alone, and a firm keeps no more consents than it may", async () => {
  const body = { statements: "electronic", consent: true, signedConsent: pdf.toString("base64") };
  const own = await put("client", body);
  expect([own.status, own.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field: "signedConsent", errorCode: "invalid.signed.consent" }],
  ]);
  const stored =
    "select coalesce(sum(bytes), 0)::text as bytes from firm_stored_bytes where firm_oid = 1002";
  const [{ bytes: before }] = (await service.admin(stored)).rows;
  expect((await put("adviser", body)).status).toBe(200);
  const [{ bytes: after }] = (await service.admin(stored)).rows;
  expect(Number(after) - Number(before)).toBe(pdf.length);
});

test("two changes at once are stored one after the other", async () => {
  const responses = await Promise.all([
    put("client", { bills: "electronic" }),
    put("client", { confirmations: "electronic" }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read()).toMatchObject({ bills: "electronic", confirmations: "electronic" });
});

test.each([
  [{ statements: "fax" }, "statements", "invalid.statements"],
  [{ consent: "perhaps" }, "consent", "invalid.consent"],
])("%j is refused", async (body, field, errorCode) => {
  const response = await put("client", body);
  expect([response.status, response.body]).toEqual([
    400,
    [{ type: "VALIDATION_FIELD", field, errorCode }],
  ]);
});

test("the member and its firm alone set them; the operator reads", async () => {
  expect((await service.call("operator", "GET", path())).status).toBe(200);
  expect((await put("operator", { statements: "paper" })).status).toBe(403);
  expect((await put("otherAdviser", { statements: "paper" })).status).toBe(403);
  expect((await put("client", { statements: "paper" }, "ben.whitfield")).status).toBe(403);
  expect((await put(null, { statements: "paper" })).status).toBe(401);
});
