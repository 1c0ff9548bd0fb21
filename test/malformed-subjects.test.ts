// An impossible subject in a path is treated like one that does not exist. (interface 1)
import { beforeAll, expect, test } from "vitest";
import { about, type Example, examplesOf } from "./examples.ts";
import { type TestResponse, useTestService } from "./harness.ts";
import type { CallerName } from "./sample-template.ts";
import type { Subjects } from "./subjects.ts";

const service = useTestService();
let examples: Example[];

beforeAll(async () => {
  examples = examplesOf(service).filter(({ template }) => template.includes("{"));
});

/** Possible but absent values, by the name of the path's parameter; an id by default. */
const absent: Readonly<Record<string, string>> = {
  accountnumber: "RZ99999999",
  accountNumber: "RZ99999999",
  folionumber: "RA0000000199",
};

const malformed = [
  "%00",
  "RA00000001%00",
  "%2F",
  "RA00000001%2Fx",
  "%2e%2e%2f",
  "%3F",
  "%23",
  "%25",
  "%20",
  "%0D%0A",
  // Escapes that are malformed, cut short, overlong or not UTF-8.
  "%",
  "%ZZ",
  "%4",
  "RA00000001%",
  "%u0041",
  "%C0%AF",
  "%E0%80%80",
  "%FF",
  "%ED%A0%80",
  "%C3",
  "%F0%9F%98%80",
  "%EF%BB%BFRA00000001",
  "ra00000001",
  "-1",
  "0",
  "01",
  "1e3",
  "1.0",
  "null",

  "9223372036854775808",
  "9".repeat(400),
  "R".repeat(5_000),
  "RA00000001;a=b",
  "a;b",
  "a:b",
  "*",
  "'or'1'='1",
  "__proto__",
  "constructor",
];

async function responseTo(
  caller: CallerName | null,
  example: Example,
  given: Subjects,
): Promise<TestResponse> {
  const { method, body, headers, path } = about(example, given);
  return service.call(caller, method, path, body, headers);
}

function comparable({ status, text, headers }: TestResponse): unknown {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
}

test.each(["adviser", "operator"] as const)("of every operation, for the %s", async (caller) => {
  const differing: string[] = [];
  for (const example of examples) {
    for (const [, name = ""] of example.template.matchAll(/\{(\w+)\}/g)) {
      const usual = await responseTo(caller, example, { [name]: absent[name] ?? "999999999" });
      // A body that repeats the id is refused for another in the path, whatever that is.
      const repeats = JSON.stringify(usual.body).includes("uri.matching.rule");
      // A day is no subject: one that does not exist is a fault of the request.
      const faults = repeats || (name === "date" && usual.status !== 403);
      expect([faults ? 400 : 403, 404], `${example.id} ${name}`).toContain(usual.status);
      for (const value of malformed) {
        const response = await responseTo(caller, example, { [name]: value });
        const isSame = JSON.stringify(comparable(response)) === JSON.stringify(comparable(usual));
        if (!isSame)
          differing.push(`${example.id} ${name} ${value}: ${response.status} ${response.text}`);
      }
    }
  }
  expect(differing).toEqual([]);
});

test("with its signature, which covers the address as it was sent", async () => {
  const { status } = await service.signed("adviser", "GET", "/restapi/accounts/%ZZ");
  expect(status).toBe(403);
});

test("for an anonymous caller, who does not learn that it is malformed", async () => {
  expect((await service.call(null, "GET", "/restapi/accounts/%ZZ")).status).toBe(401);
  expect((await service.call(null, "GET", "/restapi/nothing/%ZZ")).status).toBe(404);
});
