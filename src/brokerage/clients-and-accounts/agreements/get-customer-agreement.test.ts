// Reading a signed customer agreement: its record, its bytes, and who may see either.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Headers, type TestService, useTestService } from "../../../../test/harness.ts";
import { type CallerName, sampleAgreement } from "../../../../test/sample-template.ts";

const service = useTestService();

const { account, id, signer, drawing } = sampleAgreement;
const under = (number: string) => `/restapi/accounts/${number}/customeragreement`;
const read = `${under(account)}/${id}`;

/** The bytes of a content as they go out, past everything that reads them as text. */
async function contentAt(path: string, headers: Headers = {}) {
  const authorization = `Bearer ${service.keys.adviser.token}`;
  return service.app.inject({
    method: "GET",
    url: `${path}/content`,
    headers: { host: "bursar.test", authorization, ...headers },
  });
}

const withoutVarying = (headers: Readonly<Record<string, unknown>>) => {
  const { date: _date, connection: _connection, "x-request-id": _id, ...rest } = headers;
  return rest;
};

test("an agreement is returned with everything that is stored besides its bytes", async () => {
  const response = await service.call("adviser", "GET", read);
  expect(response.body).toMatchInlineSnapshot(`
    {
      "accountNumber": "RA00000009",
      "agreementId": "4601",
      "contentType": "image/svg+xml",
      "creationTs": "2026-03-02T10:00:00.000-05:00",
      "loginId": "ada.whitfield",
      "sha256": "2470115e070b4344331ab77c115749f141de9b431a312db27dcdc32880c44d71",
      "signatureImageEncoding": "SVG",
      "signatureMethod": "SIGNATURE_IMAGE",
      "size": "94",
      "w9Withhold": null,
    }
  `);
  expect(withoutVarying(response.headers)).toMatchInlineSnapshot(`
    {
      "cache-control": "private, no-store",
      "content-length": "325",
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
    }
  `);
});

test("the content is an attachment of the media type of its encoding", async () => {
  const response = await contentAt(read);
  expect(withoutVarying(response.headers)).toMatchInlineSnapshot(`
    {
      "cache-control": "private, no-cache",
      "content-disposition": "attachment; filename="customer-agreement-4601.svg"",
      "content-length": "94",
      "content-type": "image/svg+xml",
      "etag": ""AZAZoy3pe4FMDLKEBl9sN8huN1c"",
      "x-content-type-options": "nosniff",
    }
  `);
  expect(response.rawPayload.toString()).toBe(drawing);
});

const start = {
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  GIF: "GIF89a",
  JPG: "\xff\xd8\xff",
  PNG: "\x89PNG\r\n\x1a\n",
  PDF: "%PDF-1.7\n",
};
const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, index) => index));

test.each([
  ["SVG", "image/svg+xml", ""],
  ["GIF", "image/gif", everyByte],
  ["JPG", "image/jpeg", everyByte],
  ["PNG", "image/png", everyByte],
  ["PDF", "application/pdf", everyByte],
] as const)("the bytes of %s come back as %s, as they were sent", async (kind, type, rest) => {
  const bytes = Buffer.from(start[kind] + rest, "latin1");
  const sent = {
    loginId: "ada.whitfield",
    signatureMethod: kind === "PDF" ? "SIGNED_PDF" : "SIGNATURE_IMAGE",
    ...(kind !== "PDF" && { signatureImageEncoding: kind }),
    signatureData: bytes.toString("base64"),
    w9Withhold: kind === "PDF",
  };
  const signed = await service.call("adviser", "POST", under("RA00000001"), sent);
  const path = new URL(String(signed.headers.location)).pathname;
  const { body } = await service.call("adviser", "GET", path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(body).toMatchObject({
    contentType: type,
    size: String(bytes.length),
    sha256,
    signatureMethod: sent.signatureMethod,
    signatureImageEncoding: kind === "PDF" ? null : kind,
    w9Withhold: kind === "PDF",
  });
  const content = await contentAt(path);
  expect(content.headers["content-type"]).toBe(type);
  expect(content.headers["content-disposition"]).toBe(
    `attachment; filename="customer-agreement-${body.agreementId}.${kind.toLowerCase()}"`,
  );
  expect(content.rawPayload.equals(bytes)).toBe(true);
});

test("content that the caller already has gets 304, without a body", async () => {
  const { etag } = (await contentAt(read)).headers;
  const again = await contentAt(read, { "if-none-match": String(etag) });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  const authorization = `Bearer ${service.keys.operator.token}`;
  const others = await contentAt(read, { authorization, "if-none-match": String(etag) });
  expect(others.statusCode).toBe(200);
});

const absent = "999999";
const named = (loginId: string) => ({ members: { FOLIOWS_MEMBER_ID: loginId } });

describe.each(["", "/content"])("the agreement%s", (rest) => {
  const sendAs = async (of: string, from: (path: string) => ReturnType<TestService["call"]>) => {
    const { status, text, headers } = await from(`${of}${rest}`);
    return { status, text, headers: withoutVarying(headers) };
  };
  const here = (of: string) => `${under(account)}/${of}`;

  test.each([
    ["the account's firm", (path: string) => service.call("adviser", "GET", path)],
    ["its staff", (path: string) => service.signed("adviser", "GET", path, named("harbor.lin"))],
    ["a key that only reads", (path: string) => service.call("readOnly", "GET", path)],
    ["the operator", (path: string) => service.call("operator", "GET", path)],
    ["the signer", (path: string) => service.signed("adviser", "GET", path, named(signer))],
    ["a key of the signer", (path: string) => service.call("client", "GET", path)],
    [
      "the firm on behalf of the signer",
      (path: string) =>
        service.call("adviser", "GET", path, undefined, { "X-Associated-Member-Id": signer }),
    ],
  ])("is read by %s", async (_, from) => {
    expect((await sendAs(here(id), from)).status).toBe(200);
  });

  test.each([
    [
      "an owner who did not sign it",
      (path: string) => service.signed("adviser", "GET", path, named("ben.whitfield")),
    ],
    [
      "the firm on behalf of that owner",
      (path: string) =>
        service.call("adviser", "GET", path, undefined, {
          "X-Associated-Member-Id": "ben.whitfield",
        }),
    ],
    [
      "the signer on behalf of that owner",
      (path: string) =>
        service.signed("adviser", "GET", path, {
          members: { FOLIOWS_MEMBER_ID: signer, FOLIOWS_SELECTED_MEMBER_ID: "ben.whitfield" },
        }),
    ],
    [
      "a member with permission to see the account",
      (path: string) => service.signed("otherAdviser", "GET", path, named("frank.cole")),
    ],
  ])("does not exist for %s", async (_, from) => {
    const theirs = await sendAs(here(id), from);
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await sendAs(here(absent), from));
  });

  test.each(["otherAdviser", "issuer"] as const)(
    "gives the %s the same response as for an account that does not exist",
    async (caller: CallerName) => {
      const from = (path: string) => service.call(caller, "GET", path);
      const theirs = await sendAs(here(id), from);
      expect(theirs.status).toBe(403);
      expect(theirs).toEqual(await sendAs(`${under("RZ99999999")}/${id}`, from));
    },
  );

  test("is not read by the issuing firm of its account", async () => {
    const from = (path: string) => service.call("issuer", "GET", path);
    expect((await sendAs(`${under("RC00000001")}/${absent}`, from)).status).toBe(403);
  });

  test("does not exist under another account", async () => {
    const from = (path: string) => service.call("adviser", "GET", path);
    const theirs = await sendAs(`${under("RA00000001")}/${id}`, from);
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(await sendAs(here(absent), from));
  });

  test.each(["0", "04601", "-1", "x", "%00", "4601%20", "9223372036854775808", "4%2F1"])(
    "with an impossible id answers as one that does not exist: %s",
    async (malformed) => {
      const from = (path: string) => service.call("adviser", "GET", path);
      expect(await sendAs(here(malformed), from)).toEqual(await sendAs(here(absent), from));
    },
  );

  test("shows an anonymous caller and a forger nothing", async () => {
    const anonymous = await service.call(null, "GET", `${here(id)}${rest}`);
    const forged = await service.call(null, "GET", `${here(id)}${rest}`, undefined, {
      authorization: `Bearer bursar_${"A".repeat(43)}`,
    });
    const moved = await service.signed("adviser", "GET", `${here(id)}${rest}`, {
      timestamp: new Date(+service.now() - 301_000).toISOString(),
    });
    for (const { status, body } of [anonymous, forged, moved]) {
      expect([status, body]).toMatchObject([401, [{ errorCode: "unauthorized" }]]);
    }
  });
});
