// A caller's own request id and place in a trace: in the response, the log and the audit log where
// they are well-formed, and nowhere where they are not.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listenForHealth } from "../src/platform/http/pipeline/health-listener.ts";
import { openLog } from "../src/platform/process/log.ts";
import { openTestService, type TestService } from "./harness.ts";
import { addressOf, exchange } from "./raw-http.ts";

const account = "/restapi/accounts/RA00000001";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const drawn = /^[\w-]{16}$/;

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  const logger = openLog("info", { write: (line) => void lines.push(line) });
  service = await openTestService({ logger });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => service.close());

async function sent(headers: Readonly<Record<string, string>>) {
  const response = await service.call("adviser", "GET", account, undefined, headers);
  const [line = "{}"] = lines.splice(0);
  const logged = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return {
    id: response.headers["x-request-id"],
    trace: response.headers.traceparent,
    inLog: [logged.reqId, logged.traceparent],
    line,
  };
}

test.each([
  "a",
  "4f9c1b7e-3c1e-4d6f-9c55-6f1d2b6a7c10",
  "01JDP3V8Q4T9ZK6R2M5N7W1XYB",
  "gateway:eu.1_7-42",
  "9".repeat(128),
  // Groups of digits that are no tax id.
  "2026-11-26-1234",
  "4f9c1b7e-3c1e-4d6f-9c12-1234567ab123",
  "a1987654320b",
])("the id %s is the caller's", async (id) => {
  expect(await sent({ "X-Request-Id": id })).toMatchObject({ id, inLog: [id, undefined] });
});

test.each([
  "",
  " ",
  "two words",
  "one, two",
  "-dash",
  "=1+1",
  "é",
  '"}{"level":50',
  "line\\nfeed",
  "<b>",
  "9".repeat(129),
  // A tax id is shown to nobody who reads a log.
  "123-45-6789",
  "123456789",
  "12-3456789",
  "id-987-65-4320",
  "ssn987-65-4320x",
  "987-65-4320_retry",
  "id:987.65.4320",
  "client_987654320",
  "firm-12-3456789",
])("the id %j is ignored, and a new one is drawn", async (id) => {
  const { id: inResponse, inLog, line } = await sent({ "X-Request-Id": id });
  expect(inResponse).toMatch(drawn);
  expect(inLog).toEqual([inResponse, undefined]);
  if (id.trim().length > 1) expect(line).not.toContain(id);
});

test("a place in a trace is answered and logged as it was sent", async () => {
  const { id, trace, inLog } = await sent({ traceparent });
  expect([trace, inLog]).toEqual([traceparent, [id, traceparent]]);
  expect(id).toMatch(drawn);
});

test.each([
  traceparent.toUpperCase(),
  traceparent.replace(/^00/, "ff"),
  traceparent.replace(/4bf9\w+/, "0".repeat(32)),
  traceparent.replace(/00f0\w+/, "0".repeat(16)),
  `${traceparent}-more`,
  traceparent.slice(0, -1),
  `${traceparent}, ${traceparent}`,
  "00-hush",
])("the place %s is none", async (given) => {
  const { trace, inLog, line } = await sent({ traceparent: given });
  expect([trace, inLog[1]]).toEqual([undefined, undefined]);
  expect(line).not.toContain(given);
});

describe("a change", () => {
  test("has the caller's id in its audit entries and events", async () => {
    const id = "change-of-a-name";
    const headers = { "X-Request-Id": id };
    const body = { accountName: "Everyday money" };
    expect((await service.call("adviser", "PUT", account, body, headers)).status).toBe(200);
    const entries = await service.call("operator", "GET", `${account}/auditentries`);
    expect(entries.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ requestId: id })]),
    );
    const events = await service.admin("select type from event where request_id = $1", [id]);
    expect(events.rows).toEqual([{ type: "account.updated" }]);
  });

  test("is made whatever others have the same id, also at once", async () => {
    const headers = { "X-Request-Id": "the-same" };
    const names = ["One", "Two", "Three", "Four"];
    const responses = await Promise.all(
      names.map((accountName) => service.call("adviser", "PUT", account, { accountName }, headers)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("of a close is seen by the next read, though its id is that of an earlier one", async () => {
    const path = "/restapi/securities/601/prices/2026-02-27";
    const marks: string[] = [];
    for (const close of ["101.00", "102.00"]) {
      const headers = { "X-Request-Id": "the-same" };
      const { status } = await service.call("operator", "PUT", path, { close }, headers);
      expect(status).toBe(200);
      const found = await service.admin(
        "select value from store_property where name = 'last_close'",
      );
      marks.push(String(found.rows[0]?.value));
    }
    expect(new Set(marks).size).toBe(2);
  });
});

test("a refusal before any route, and one at the port of monitors, name the request as well", async () => {
  const port = await addressOf(service.app);
  const health = await listenForHealth(service.app, 0);
  const named = `Host: bursar.test\r\nX-Request-Id: from-a-gateway\r\ntraceparent: ${traceparent}\r\n`;
  for (const [at, path] of [
    [port, "/no/such/path"],
    [port, `/${"x".repeat(8_192)}`],
    [port, "/%zz"],
    [health, "/openapi.json"],
  ] as const) {
    const response = await exchange(
      at,
      `GET ${path} HTTP/1.1\r\n${named}Connection: close\r\n\r\n`,
    );
    expect(response, path).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(response, path).toMatch(/^x-request-id: from-a-gateway\r$/im);
    expect(response, path).toContain(`traceparent: ${traceparent}`);
  }
});
