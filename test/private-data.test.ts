// Data of persons and secrets is in no log line, no metric and, if secret, in no audit entry: the
// test sends all of it and then searches for it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMetrics } from "../src/platform/http/monitoring/metrics.ts";
import { openLog } from "../src/platform/process/log.ts";
import { type Example, examplesOf } from "./examples.ts";
import {
  type Headers,
  openTestService,
  send,
  signedHeader,
  type TestService,
  testBase,
} from "./harness.ts";
import { addressOf, exchange } from "./raw-http.ts";
import { testVault } from "./sample-template.ts";

const ssn = "987-65-4399";
const image =
  '<svg xmlns="http://www.w3.org/2000/svg"><title>Quillfeather</title><path d="M1 1"/></svg>';

/** Personal data that tests send; none of it is in the sample. */
const person = {
  firstName: "Zebulon",
  lastName: "Quillfeather",
  telephone: "+1 555 010 9876",
  email: "zebulon@quillfeather.example",
  street: "99 Hidden Lane",
  ssn,
  ssnDigits: ssn.replaceAll("-", ""),
  image: Buffer.from(image).toString("base64"),
};

const beneficiary = {
  firstName: person.firstName,
  lastName: person.lastName,
  relationship: "SPOUSE",
  SSN: ssn,
};
const contact = {
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  telephone: person.telephone,
  mailingAddress: { line1: person.street, city: "Albany", state: "NY", zipcode: "12203" },
};

const ira = "/restapi/accounts/RA00000002";
const signing = (loginId: string) => ({
  loginId,
  signatureMethod: "SIGNATURE_IMAGE",
  signatureImageEncoding: "SVG",
  signatureData: person.image,
});

let service: TestService;
let signature = "";
const logged: string[] = [];
let metrics = "";

beforeAll(async () => {
  const logger = openLog("trace", { write: (line) => void logged.push(line) });
  service = await openTestService({ logger }, (db) => openMetrics(db, "open"));
  await sendGood();
  await sendRefused();
  await sendBroken();
  await provokeDefects();
  metrics = (await send(service.app, "GET", "/metrics", undefined, {})).text;
});
afterAll(() => service.close());

async function sendGood(): Promise<void> {
  for (const { request, caller } of examplesOf(service)) {
    const { method, path, body, headers } = request;
    await service.call(caller, method, path, body, headers);
  }
  const change = { primaryBeneficiaries: [beneficiary], trustedContacts: [contact] };
  const kept = { "Idempotency-Key": person.lastName };
  expect((await service.call("adviser", "PUT", ira, change, kept)).status).toBe(200);
  expect((await service.call("adviser", "GET", ira)).text).toContain(person.lastName);
  const sign = signing("ada.whitfield");
  expect((await service.call("adviser", "POST", `${ira}/customeragreement`, sign)).status).toBe(
    200,
  );
  const timestamp = service.now().toISOString();
  const url = testBase + ira;
  const authorization = signedHeader(service.keys.adviser, { method: "GET", url, timestamp });
  signature = /SIGNATURE=([^,]+)/.exec(authorization)?.[1] ?? "";
  expect((await send(service.app, "GET", ira, undefined, { authorization })).status).toBe(200);
}

/** Requests that are refused, with persons and secrets wherever a caller can put them. */
async function sendRefused(): Promise<void> {
  const planted = { ...beneficiary, [person.lastName]: ssn };
  const bodies: unknown[] = [
    { primaryBeneficiaries: [planted], accountName: person.lastName.repeat(9) },
    { [ssn]: person.street, trustedContacts: [{ ...contact, email: person.lastName }] },
    `{"accountName":"${person.lastName}","accountName":"${ssn}"}`,
    `{"accountName":"${person.lastName}`,
    [person],
  ];
  const { token } = service.keys.otherAdviser;
  const headers: Headers[] = [
    { "X-Associated-Member-Id": person.lastName },
    { "Idempotency-Key": `${person.lastName} ${ssn}` },
    { "Content-Type": person.lastName },
    { Authorization: `Bearer ${person.lastName}${ssn}` },
    { Authorization: `Bearer ${token}` },
    { Authorization: `FOLIOWS FOLIOWS_API_KEY=${ssn},FOLIOWS_SIGNATURE=${person.lastName}` },
  ];
  for (const { request, caller } of examplesOf(service)) {
    const { method, path } = request;
    for (const body of method === "GET" ? [undefined] : bodies) {
      for (const extra of [{}, ...headers]) await service.call(caller, method, path, body, extra);
    }
  }
  for (const path of [ssn, `accounts/${ssn}`, `accounts/RA00000001?${ssn}=${person.lastName}`]) {
    await service.call("adviser", "GET", `/restapi/${path}`);
    await service.call("adviser", "DELETE", `/restapi/${path}`);
  }
}

async function sendBroken(): Promise<void> {
  const port = await addressOf(service.app);
  const token = service.keys.adviser.token;
  await exchange(port, `GET ${ssn} ${person.lastName}\r\n\r\n`);
  await exchange(port, `GET / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nbroken\r\n\r\n`);
}

/** Faults of the service itself: the store refuses in ways that no rule names. */
async function provokeDefects(): Promise<void> {
  const change = { primaryBeneficiaries: [beneficiary], trustedContacts: [contact] };
  const constrain = "alter table trusted_contact add constraint planted check (first_name = '')";
  const defects: [string, string, () => Promise<number>][] = [
    [
      `${constrain} not valid`,
      "alter table trusted_contact drop constraint planted",
      () => sendRequest("PUT", ira, change),
    ],
    [
      "alter table beneficiary rename to hidden",
      "alter table hidden rename to beneficiary",
      () => sendRequest("PUT", ira, change),
    ],
    [
      "alter table customer_agreement rename column content to hidden",
      "alter table customer_agreement rename column hidden to content",
      () => sendRequest("POST", `${ira}/customeragreement`, signing("ada.whitfield")),
    ],
    [
      "alter table account rename to hidden",
      "alter table hidden rename to account",
      () => sendRequest("GET", ira),
    ],
    [
      "alter table member rename to hidden",
      "alter table hidden rename to member",
      () => sendRequest("GET", ira, undefined, { "X-Associated-Member-Id": person.lastName }),
    ],
    [
      "alter table api_credential rename to hidden",
      "alter table hidden rename to api_credential",
      () => {
        // Later than the seconds for which a credential is remembered.
        service.setNow(new Date(+service.now() + 5_000).toISOString());
        return sendRequest("GET", ira);
      },
    ],
  ];
  for (const [spoil, mend, request] of defects) {
    await service.admin(spoil);
    expect(await request(), spoil).toBe(500);
    await service.admin(mend);
  }
}

async function sendRequest(method: string, url: string, body?: unknown, headers: Headers = {}) {
  const { statusCode } = await service.app.inject({
    method: method as "GET",
    url,
    headers: {
      authorization: `Bearer ${service.keys.adviser.token}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return statusCode;
}

/** Names, ids and addresses of the members of the sample. */
function membersOfSample(): string[] {
  const file = readFileSync(
    join(import.meta.dirname, "fixtures", "sample-firm", "members.csv"),
    "utf8",
  );
  return file
    .trim()
    .split("\n")
    .slice(1)
    .flatMap((line) => line.split(",").filter((_, index) => [0, 4, 5, 7, 8].includes(index)))
    .filter((value) => value.length > 3);
}

function secrets(): string[] {
  const keys = Object.values(service.keys);
  const master = Buffer.alloc(32, 7);
  const audit = testVault.auditKey.export();
  return [
    ...keys.flatMap(({ token, sharedSecret }) => [token, token.slice(7), sharedSecret]),
    signature,
    decodeURIComponent(signature),
    ...[master, audit].flatMap((key) => [key.toString("hex"), key.toString("base64")]),
  ];
}

const ssns = () => [ssn, person.ssnDigits, "987-65-43", "98765432", "98765-4320"];
const images = () => [person.image, Buffer.from(image).toString("hex"), image];

function found(text: string, wanted: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return wanted.filter((value) => value !== "" && lower.includes(value.toLowerCase()));
}

describe("after every operation was called well, badly and on a broken store", () => {
  test("the log records what happened", () => {
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === "defect")).toHaveLength(6);
    const operations = new Set(lines.map(({ operation }) => operation));
    const ids = examplesOf(service).map(({ id }: Example) => id);
    expect(ids.filter((id) => !operations.has(id))).toEqual([]);
  });

  test("no log line holds an SSN, a secret, a signature or anything of a person", () => {
    const values = [...Object.values(person), ...membersOfSample(), ...secrets(), ...images()];
    // Among a thousand ids that are drawn, one may contain a short name.
    const lines = logged.join("").replace(/"reqId":"[\w-]{16}"/g, "");
    expect(found(lines, [...values, ...ssns(), "whitfield"])).toEqual([]);
  });

  test("no metric holds an SSN, a secret, a signature or anything of a person", () => {
    expect(metrics).toContain("bursar_refusals_total");
    const values = [...Object.values(person), ...membersOfSample(), ...secrets(), ...images()];
    expect(found(metrics, [...values, ...ssns(), "RA0000"])).toEqual([]);
  });

  test("no audit entry holds a whole SSN, a secret or the bytes of a signature", async () => {
    const { rows } = await service.admin(
      "select caller::text || detail::text || operation || subject as entry from audit_entry",
    );
    const log = rows.map(({ entry }) => entry).join("\n");
    expect(log).toContain(person.lastName);
    expect(found(log, [...ssns(), ...secrets(), ...images()])).toEqual([]);
  });

  test("no table holds a whole SSN, a token or a shared secret in the clear", async () => {
    const { rows: tables } = await service.admin(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables" +
        " where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const hex = (text: string) => Buffer.from(text).toString("hex");
    const wanted = [...ssns(), ...secrets()].flatMap((value) => [value, hex(value)]);
    for (const { name } of tables) {
      const { rows } = await service.admin(`select of::text as row from ${name} as of`);
      expect(found(rows.map(({ row }) => row).join("\n"), wanted), name).toEqual([]);
    }
  });
});
