// The bytes on the wire: exact bodies, headers of every response, methods and paths. (interface 1)
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import { sql } from "../src/platform/store/db.ts";
import { examplesOf } from "./examples.ts";
import { openTestService, send, type TestService, testBase } from "./harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const account = "/restapi/accounts/RA00000001";
const restrictions = `${account}/restrictions`;
const restriction = { reason: { code: "021" }, type: { code: "SO" } };

describe("a body", () => {
  const put = (body: string | Buffer) => service.call("adviser", "PUT", account, body);
  const named = (value: string) => `{"accountName": ${value}}`;

  test.each<[string, string | Buffer]>([
    ["that is empty", ""],
    ["that is no JSON", "accountName=Everyday"],
    ["that ends too early", '{"accountName": "Every'],
    ["that is followed by something", "{} {}"],
    ["in single quotes", "{'accountName': 'x'}"],
    ["with a comma too much", '{"accountName": "x",}'],
    ["with a comment", '{/* x */"accountName": "x"}'],
    ["that is a list", "[]"],
    ["that is a text", '"x"'],
    ["that is null", "null"],
    ["with a key given twice", '{"accountName": "a", "accountName": "b"}'],
    ["with a key given twice, once escaped", '{"accountName": "a", "account\\u004eame": "b"}'],
    ["with a key given twice further down", '{"trustedContacts": [{"email": "", "email": ""}]}'],
    ["with the key __proto__", '{"__proto__": {"accountName": "x"}}'],
    ["with the key __proto__ escaped", '{"__pr\\u006fto__": 1}'],
    ["with more than 32 levels", `{"accountName": ${"[".repeat(32)}${"]".repeat(32)}}`],
    ["with 100,000 levels", "[".repeat(100_000)],
    ["in broken UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["with an overlong U+0000", Buffer.from('{"accountName": "\xc0\x80"}', "latin1")],
    ["in UTF-16", Buffer.from(named('"x"'), "utf16le")],
    ["after a byte order mark", `\ufeff${named('"x"')}`],
    ["with a raw line feed in a text", named('"a\nb"')],
    ["with a number that is none", named("01")],
    ["with NaN", named("NaN")],
  ])("%s is refused as a whole", async (_, body) => {
    const response = await put(body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual([
      { type: "SYNTAX", field: "body", message: expect.stringMatching(/^[A-Z].*\.$/) },
    ]);
  });

  test.each([
    ["U+0000", '"a\\u0000b"'],
    ["half of a surrogate pair", '"a\\ud83d"'],
    ["the other half", '"\\ude00b"'],
    ["a pair in the wrong order", '"\\ude00\\ud83d"'],
    ["a line feed", '"a\\nb"'],
    ["a tab", '"a\\tb"'],
    ["DEL", '"a\\u007fb"'],
    ["a C1 control", '"a\\u0085b"'],
  ])("with %s in a text is refused with invalid.value", async (_, text) => {
    const response = await put(named(text));
    const problem = { type: "VALIDATION_FIELD", field: "accountName", errorCode: "invalid.value" };
    expect([response.status, response.body]).toEqual([400, [problem]]);
  });

  test("counts a text's length in code points", async () => {
    const faces = "😀".repeat(255);
    const path = "/restapi/accounts/RA00000009/restrictions";
    const longest = { ...restriction, inceptionInfo: faces };
    expect((await service.call("adviser", "POST", path, longest)).status).toBe(201);
    const longer = { ...restriction, inceptionInfo: `${faces}x` };
    const response = await service.call("adviser", "POST", path, longer);
    expect([response.status, response.body]).toMatchInlineSnapshot(`
      [
        400,
        [
          {
            "errorCode": "invalid.inception.info",
            "field": "inceptionInfo",
            "type": "VALIDATION_FIELD",
          },
        ],
      ]
    `);
  });

  test.each([
    ["a JSON number of one decimal", "0.1", "0.1"],
    ["a text", '"0.1"', "0.1"],
    ["a number that no double holds", "33.333333", "33.333333"],
    ["zeros at the end, which stay", "15.50", "15.50"],
    ["a negative zero", "-0", "0"],
  ])("keeps a decimal exact: %s", async (_, written, expected) => {
    const rate = `{"defaultTaxLotSelection": "LGHL", "longTermTaxRate": ${written}}`;
    expect((await put(rate)).status).toBe(200);
    const { body } = await service.call("adviser", "GET", account);
    expect(body.longTermTaxRate).toBe(expected);
  });

  test.each([
    "1e1",
    "0.1E-1",
    '"1e1"',
    "33.3333333", // seven places
    "1234567890123456", // sixteen digits before the point
    "12345678901234567890",
    "100.000001",
    '" 1"',
    '"1,5"',
    '"+1"',
    '".5"',
    '"0x10"',
    '""',
  ])("is refused with the decimal %s", async (written) => {
    const response = await put(`{"defaultTaxLotSelection": "LGHL", "longTermTaxRate": ${written}}`);
    const problem = { type: "VALIDATION_FIELD", field: "longTermTaxRate" };
    const errorCode = "invalid.long.term.tax.rate";
    expect([response.status, response.body]).toEqual([400, [{ ...problem, errorCode }]]);
  });

  test.each([
    ["9007199254740993", "account.billing.plan.rule"], // the first whole number no double holds
    ['"9223372036854775807"', "account.billing.plan.rule"],
    ["9223372036854775808", "invalid.billing.plan.oid"],
    ["12345678901234567890", "invalid.billing.plan.oid"],
    ["0", "invalid.billing.plan.oid"],
    ["-1", "invalid.billing.plan.oid"],
    ["3001.0", "invalid.billing.plan.oid"],
    ['"03001"', "invalid.billing.plan.oid"],
  ])("with the id %s gets %s", async (written, errorCode) => {
    const response = await put(`{"billingPlanOid": ${written}}`);
    expect([response.status, response.body]).toMatchObject([400, [{ errorCode }]]);
  });

  test.each(["true", "false", '"true"', '"FALSE"', '"True"'])(
    "accepts %s as a truth value",
    async (written) => {
      const pdf = Buffer.from("%PDF-1.7\n").toString("base64");
      const rest = `"signatureMethod": "SIGNED_PDF", "signatureData": "${pdf}"`;
      const body = `{"loginId": "ada.whitfield", ${rest}, "w9Withhold": ${written}}`;
      const path = `${account}/customeragreement`;
      expect((await service.call("adviser", "POST", path, body)).status).toBe(200);
      const stored = await service.db.rows(sql<{ w9: boolean }>`
      select w9_withhold as w9 from customer_agreement order by agreement_id desc limit 1`);
      expect(stored).toEqual([{ w9: written.toLowerCase().includes("true") }]);
      service.setNow(new Date(+service.now() + 1000).toISOString());
    },
  );

  test.each([
    ['"yes"', "VALIDATION_FIELD"],
    ['""', "VALIDATION_FIELD"],
    ["1", "SYNTAX"],
    ["[]", "SYNTAX"],
  ])("refuses %s as a truth value", async (written, type) => {
    const body = `{"w9Withhold": ${written}}`;
    const response = await service.call("adviser", "POST", `${account}/customeragreement`, body);
    const field = "w9Withhold";
    expect(response.body).toContainEqual(expect.objectContaining({ type, field }));
  });

  test("with null for a scalar means the same as without it", async () => {
    const before = await service.call("adviser", "GET", account);
    expect((await put('{"accountName": null, "billingPlanOid": null}')).status).toBe(200);
    expect((await service.call("adviser", "GET", account)).body).toEqual(before.body);
  });

  test("with null for a list is refused: only an empty list empties it", async () => {
    const response = await put('{"trustedContacts": null, "issueExclusions": [null]}');
    expect([response.status, response.body]).toMatchInlineSnapshot(`
      [
        400,
        [
          {
            "errorCode": "null.trusted.contacts",
            "field": "trustedContacts",
            "type": "VALIDATION_FIELD",
          },
          {
            "errorCode": "null.issue.exclusions",
            "field": "issueExclusions[0]",
            "type": "VALIDATION_FIELD",
          },
        ],
      ]
    `);
  });

  test("names an unknown field, whose case matters, with its full path", async () => {
    const response = await put('{"AccountName": "x", "trustedContacts": [{"Email": "x"}]}');
    const problems = response.body.filter(({ type }: { type: string }) => type === "SYNTAX");
    expect(problems).toMatchInlineSnapshot(`
      [
        {
          "field": "AccountName",
          "message": "The field is unrecognized.",
          "type": "SYNTAX",
        },
        {
          "field": "trustedContacts[0].Email",
          "message": "The field is unrecognized.",
          "type": "SYNTAX",
        },
      ]
    `);
  });

  test.each(["2023-02-29", "2023-13-01", "29.02.2024", "2024-2-9", "20240229", "today"])(
    "with the date %s is refused",
    async (date) => {
      const body = { issueExclusions: [{ exclusionValue: "ACME", exclusionStartDate: date }] };
      const response = await service.call("adviser", "PUT", account, body);
      const field = "issueExclusions[0].exclusionStartDate";
      const problem = { type: "VALIDATION_FIELD", field, errorCode: "invalid.date" };
      expect(response.body).toContainEqual(problem);
    },
  );

  test("names another id than the path: uri.matching.rule", async () => {
    const response = await put('{"accountNumber": "RA00000002"}');
    expect([response.status, response.body]).toMatchObject([
      400,
      [{ type: "VALIDATION_RULE", errorCode: "uri.matching.rule" }],
    ]);
  });
});

describe("the type of a body", () => {
  test.each([
    ["application/json", 200],
    ["application/json; charset=utf-8", 200],
    ["Application/JSON", 200],
    ["application/json;charset=UTF-8", 200],
    ['application/json; charset="utf-8"; profile=x', 200],
    ["application/json; charset=utf-16", 415],
    ["application/json; charset=ISO-8859-1", 415],
    ["application/json; profile=x; Charset = windows-1252", 415],
    ["application/json; charset=utf-8; charset=latin1", 415],
    ["application/json; charset=", 415],
    ["text/plain", 415],
    ["text/json", 415],
    ["application/jsonx", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["garbage", 415],
    ["", 415],
  ])("%j gets %s", async (type, status) => {
    const headers = { "Content-Type": type };
    const response = await service.call("adviser", "PUT", account, '{"accountName":"Ty"}', headers);
    expect(response.status).toBe(status);
    if (status === 415) expect(response.body[0].errorCode).toBe("unsupported.media.type");
  });

  test.each([
    ["identity", 200],
    ["Identity, identity", 200],
    ["", 200],
    ["gzip", 415],
    ["br", 415],
    ["identity, deflate", 415],
    ["utf-8", 415],
  ])("encoded as %j gets %s", async (encoding, status) => {
    const headers = { "Content-Type": "application/json", "Content-Encoding": encoding };
    const response = await service.call("adviser", "PUT", account, '{"accountName":"Ty"}', headers);
    expect(response.status).toBe(status);
    if (status === 415) expect(response.body[0].errorCode).toBe("unsupported.media.type");
  });

  test("counts for nothing where there is none", async () => {
    const headers = { "Content-Type": "text/plain; charset=latin1", "Content-Encoding": "gzip" };
    expect((await service.call("adviser", "GET", account, undefined, headers)).status).toBe(200);
  });
});

describe("every response", () => {
  const usual = {
    "x-request-id": expect.stringMatching(/^[\w-]{16}$/),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  };
  const json = { "content-type": "application/json; charset=utf-8" };

  test.each([
    ["a read", "GET", restrictions, undefined, 200, json],
    ["a record", "GET", account, undefined, 200, { "cache-control": "private, no-cache" }],
    ["a change", "PUT", account, { accountName: "H" }, 200, { "content-length": "0" }],
    ["a creation", "POST", restrictions, restriction, 201, { "content-length": "0" }],
    ["a refusal", "PUT", account, { x: 1 }, 400, json],
    ["403", "GET", "/restapi/accounts/RB00000001", undefined, 403, json],
    ["404", "GET", "/nothing", undefined, 404, json],
    ["403 of a broken escape", "GET", "/restapi/accounts/%zz", undefined, 403, json],
    ["404 of a broken escape", "GET", "/restapi/%zz", undefined, 404, json],
    ["405", "DELETE", account, undefined, 405, json],
    ["liveness", "GET", "/health/live", undefined, 200, json],
    ["readiness", "GET", "/health/ready", undefined, 200, json],
  ])("carries its headers: %s", async (_, method, path, body, status, headers) => {
    const response = await service.call("adviser", method, path, body);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ ...usual, ...headers });
    if ("content-length" in headers) expect(response.text).toBe("");
    if (status >= 400) expect(Array.isArray(response.body)).toBe(true);
  });

  test("says that the service is not ready while its store is unavailable", async () => {
    for (const isReady of [async () => false, () => Promise.reject(new Error("away"))]) {
      const away = await openTestService({ isReady });
      const ready = await away.call(null, "GET", "/health/ready");
      const live = await away.call(null, "GET", "/health/live");
      await away.close();
      expect([ready.status, ready.body]).toEqual([503, { status: "unavailable" }]);
      expect([live.status, live.body]).toEqual([200, { status: "live" }]);
    }
  });

  test("has an id of its own", async () => {
    const read = async () =>
      (await service.call(null, "GET", "/health/live")).headers["x-request-id"];
    expect(await read()).not.toBe(await read());
  });

  test("gives an absolute address, which can be followed, for what was made or changed", async () => {
    const path = "/restapi/accounts/RA00000010";
    const made = await service.call("adviser", "POST", `${path}/restrictions`, restriction);
    const location = String(made.headers.location);
    expect(location).toMatch(new RegExp(`^${testBase}${path}/restrictions/[1-9]\\d{0,18}$`));
    const found = await service.call("adviser", "GET", location.slice(testBase.length));
    expect(found.status).toBe(200);
    const changed = await service.call("adviser", "PUT", path, { accountName: "L" });
    expect(changed.headers.location).toBe(testBase + path);
  });
});

describe("an entity tag", () => {
  const series = `${account}/performance/unitvalues?daterange=2025-01-01,2025-01-31`;
  const read = (tag?: string, path = series, caller: "adviser" | "operator" = "adviser") =>
    service.call(caller, "GET", path, undefined, tag === undefined ? {} : { "If-None-Match": tag });

  test("is strong, stays the same, and must be revalidated", async () => {
    const { status, headers } = await read();
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect((await read()).headers.etag).toBe(headers.etag);
  });

  test.each<[string, (tag: string) => string, number]>([
    ["the tag", (tag) => tag, 304],
    ["the tag marked as weak", (tag) => `W/${tag}`, 304],
    ["the tag among others", (tag) => `"a", ${tag} , "b"`, 304],
    ["any", () => "*", 304],
    ["another tag", () => '"a"', 200],
    ["the tag without its quotes", (tag) => tag.slice(1, -1), 200],
    ["nothing", () => "", 200],
  ])("If-None-Match with %s", async (_, made, status) => {
    const { etag } = (await read()).headers;
    const response = await read(made(String(etag)));
    expect(response.status).toBe(status);
    expect(response.headers.etag).toBe(etag);
    if (status === 304)
      expect([response.text, response.headers["content-type"]]).toEqual(["", undefined]);
  });

  test("differs by the caller's view and by the query", async () => {
    const { etag } = (await read()).headers;
    const tags = [
      (await read(undefined, series, "operator")).headers.etag,
      (await read(undefined, `${series}&returntype=net`)).headers.etag,
      (await read(undefined, `${series}&a=b`)).headers.etag,
      (
        await service.call("adviser", "GET", series, undefined, {
          "X-Associated-Member-Id": "ada.whitfield",
        })
      ).headers.etag,
    ];
    expect(new Set([etag, ...tags]).size).toBe(5);
  });

  test.each([
    "/restapi/privateplacementoffers?offerstatus=all",
    `${account}/reportedtaxlots?taxyear=2024`,
    "/restapi/models/711",
    `${account}/folios/RA0000000103/performance/unitvalues`,
    "/accounts/RA00000001/performance/unitvalues",
  ])("is given on %s", async (path) => {
    const { status, headers } = await read(undefined, path);
    expect([status, headers.etag]).toEqual([200, expect.any(String)]);
    expect((await read(String(headers.etag), path)).status).toBe(304);
  });

  test("is not given on a refusal or on other reads", async () => {
    const refused = await read(undefined, `${account}/performance/unitvalues?daterange=x`);
    expect([refused.status, refused.headers.etag]).toEqual([400, undefined]);
    expect((await read("*", restrictions)).status).toBe(200);
  });
});

describe("the contract", () => {
  const read = (headers: Record<string, string> = {}) =>
    service.call(null, "GET", "/openapi.json", undefined, headers);

  test("is served without credentials, with the address at which it is requested", async () => {
    const { status, headers, body } = await read();
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(body).toEqual(JSON.parse(JSON.stringify(buildContract(service.app, [testBase]))));
    const elsewhere = await openTestService({ publicUrls: [] });
    const { body: other } = await elsewhere.call(null, "GET", "/openapi.json");
    await elsewhere.close();
    expect(other.servers).toEqual([{ url: "http://bursar.test" }]);
  });

  test("has an entity tag, with which it gets 304", async () => {
    const { etag } = (await read()).headers;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = await read({ "If-None-Match": String(etag) });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
  });
});

describe("a query parameter", () => {
  const lots = (query: string) =>
    service.call("adviser", "GET", `${account}/reportedtaxlots?${query}`);

  test("given twice is refused", async () => {
    const response = await lots("taxyear=2024&taxyear=2024");
    expect([response.status, response.body]).toMatchInlineSnapshot(`
      [
        400,
        [
          {
            "errorCode": "invalid.taxyear",
            "field": "taxyear",
            "type": "VALIDATION_FIELD",
          },
        ],
      ]
    `);
  });

  test.each(["a=1", "a=1&a=2", "Taxyear=1", "__proto__=1", "constructor=1", "%zz=%zz", "&&", "="])(
    "that is unknown is ignored: %s",
    async (extra) => {
      expect((await lots(`taxyear=2024&${extra}`)).status).toBe(200);
    },
  );

  test.each(["", "=", "%00", "%zz", "%ff", "é", "2024%00", "%F0%9F%98%80"])(
    "that is broken is refused: taxyear=%s",
    async (value) => {
      const response = await lots(`taxyear=${value}`);
      expect([response.status, response.body]).toMatchObject([400, [{ field: "taxyear" }]]);
    },
  );
});

describe("a method that a path does not have", () => {
  const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

  async function refuses(method: string, path: string, served: readonly string[]): Promise<void> {
    const response = await send(service.app, method, path, undefined, {});
    const allow = String(response.headers.allow).split(", ");
    expect([response.status, allow.toSorted()], `${method} ${path}`).toEqual([405, served]);
    expect(response.text === "" ? "none" : response.body[0].errorCode).toBe(
      method === "HEAD" ? "none" : "method.not.allowed",
    );
  }

  test("gets 405 with Allow, whoever asks, on every path of the contract", async () => {
    const byTemplate = Map.groupBy(examplesOf(service), ({ template }) => template);
    for (const examples of byTemplate.values()) {
      const served = examples.map(({ request }) => request.method).toSorted();
      const path = examples[0]?.request.path ?? "";
      for (const method of others) {
        if (!served.includes(method)) await refuses(method, path, served);
      }
    }
  });

  test.each([
    ["POST", "/health/live"],
    ["POST", "/accounts/RA00000001/performance/unitvalues"],
  ])("and on paths next to it: %s %s", (method, path) => refuses(method, path, ["GET"]));
});

describe("a path", () => {
  test.each([
    "/restapi",
    "/restapi/",
    "/restapi/account",
    "/restapi/accounts/RA00000001/",
    "/RESTAPI/accounts/RA00000001",
    "/restapi/Accounts/RA00000001",
    "/restapi//accounts/RA00000001",
    "/restapi/accounts/RA00000001/restrictions/1/2",
    "/accounts/RA00000001",
    "/restapi/%zz/RA00000001",
    "/restapi/%e0%a4",
    "/%00",
  ])("that does not exist gets 404: %s", async (path) => {
    const response = await service.call("adviser", "GET", path);
    expect([response.status, response.body]).toEqual([
      404,
      [{ type: "REQUEST", errorCode: "route.not.found", message: "There is no such request." }],
    ]);
  });

  test.each([
    "0",
    "01",
    "-1",
    "x",
    "%00",
    "9223372036854775808",
    "9".repeat(5000),
    "4001 ",
    "4%2F1",
  ])(
    "with an impossible restriction answers like one with an absent restriction: %s",
    async (id) => {
      const read = async (of: string) => {
        const path = `/restapi/accounts/RA00000006/restrictions/${of}`;
        const { status, text } = await service.call("adviser", "GET", encodeURI(path));
        return [status, text];
      };
      const absent = await read("999999");
      expect(absent[0]).toBe(404);
      expect(await read(id)).toEqual(absent);
    },
  );
});
