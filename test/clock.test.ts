// A clock that jumps an hour either way, and the two days on which New York moves its own.
// (docs/faults.md)
import { describe, expect, test } from "vitest";
import { NewOffer } from "../src/brokerage/placements/offers/schema.ts";
import { verifyAudit } from "../src/platform/change/audit.ts";
import { deleteExpiredRetries } from "../src/platform/change/idempotency.ts";
import { type TestResponse, useTestService } from "./harness.ts";
import { testVault } from "./sample-template.ts";

const [exampleOffer] = (NewOffer as { examples?: object[] }).examples ?? [];
const account = "/restapi/accounts/RA00000001";
const hourMs = 3_600_000;

const service = useTestService();

const jump = (hours: number) =>
  service.setNow(new Date(+service.now() + hours * hourMs).toISOString());
const runHousekeeping = () =>
  service.db.transaction((tx) => deleteExpiredRetries(tx, service.now()));
const isReplay = ({ headers }: TestResponse) => headers["idempotency-replayed"] === "true";
const rename = (accountName: string, key?: string) =>
  service.call("adviser", "PUT", account, { accountName }, key ? { "Idempotency-Key": key } : {});

describe.each([
  ["ahead", 1],
  ["back", -1],
])("a clock that jumps an hour %s", (way, hours) => {
  test("refuses signatures with the right time, and accepts those with its own", async () => {
    const rightTime = service.now().toISOString();
    jump(hours);
    const right = await service.signed("adviser", "GET", account, { timestamp: rightTime });
    const own = await service.signed("adviser", "GET", account);
    const bearer = await service.call("adviser", "GET", account);
    jump(-hours);
    expect([right.status, own.status, bearer.status]).toEqual([401, 200, 200]);
  });

  test("keeps the responses of keys", async () => {
    const first = await rename("Clock", `clock ${way}`.replace(" ", "-"));
    jump(hours);
    const again = await rename("Clock", `clock ${way}`.replace(" ", "-"));
    jump(-hours);
    expect([first.status, isReplay(first), isReplay(again)]).toEqual([200, false, true]);
  });

  test("restarts the minute in which an address's failures are counted", async () => {
    const fail = async () => {
      const path = `${account}?way=${way}`;
      return (await service.signed("adviser", "GET", path, { timestamp: "2001-01-01T00:00:00Z" }))
        .status;
    };
    const statuses = await Promise.all(Array.from({ length: 25 }, fail));
    jump(hours);
    const after = await fail();
    jump(-hours);
    expect([statuses.includes(429), after]).toEqual([true, 401]);
  });

  test("leaves the audit chains whole and in the order of the changes", async () => {
    await rename("Before");
    jump(hours);
    await rename("Jumped");
    jump(-hours);
    await rename("After");
    const names = (await service.auditOf("RA00000001")).map(
      ({ detail }) => detail.after?.accountName,
    );
    expect(names.slice(-3)).toEqual(["Before", "Jumped", "After"]);
    expect((await verifyAudit(service.db, testVault.auditKey)).faults).toEqual([]);
  });
});

test("a clock that jumps ahead and back revives no used signature and repeats no keyed change", async () => {
  const body = { accountName: "Only once" };
  const send = () => service.signed("adviser", "PUT", "/restapi/accounts/RA00000004", { body });
  expect([(await send()).status, (await rename("Kept", "kept")).status]).toEqual([200, 200]);
  jump(1);
  await runHousekeeping();
  jump(-1);
  expect([(await send()).status, isReplay(await rename("Kept", "kept"))]).toEqual([401, true]);
});

let restricted = 12;

/** Places a restriction on an account that has none like it yet. */
async function restrictNext(): Promise<URL> {
  restricted += 1;
  const path = `/restapi/accounts/RA000000${restricted}/restrictions`;
  const body = { reason: { code: "020" }, type: { code: "SO" } };
  const { headers } = await service.call("operator", "POST", path, body);
  return new URL(String(headers.location));
}

test.each([
  ["spring, the last moment of standard time", "2026-03-08T06:59:59.999Z", "01:59:59.999-05:00"],
  ["spring, the first of daylight time", "2026-03-08T07:00:00.000Z", "03:00:00.000-04:00"],
  ["autumn, half past one", "2026-11-01T05:30:00.000Z", "01:30:00.000-04:00"],
  ["autumn, half past one again", "2026-11-01T06:30:00.000Z", "01:30:00.000-05:00"],
])(
  "in %s an instant is written with its own offset, and a signature with it is accepted",
  async (...row) => {
    const [, instant, written] = row;
    service.setNow(instant);
    const { pathname } = await restrictNext();
    const restriction = await service.call("adviser", "GET", pathname);
    const timestamp = `${instant.slice(0, 10)}T${written}`;
    expect(restriction.body.creationTs).toBe(timestamp);
    expect((await service.signed("adviser", "GET", pathname, { timestamp })).status).toBe(200);
    const otherOffset = timestamp.endsWith("-04:00") ? "-05:00" : "-04:00";
    const anHourOff = timestamp.slice(0, -6) + otherOffset;
    expect(
      (await service.signed("adviser", "GET", pathname, { timestamp: anHourOff })).status,
    ).not.toBe(200);
  },
);

test.each([
  ["2026-03-06,2026-03-09", ["2026-03-06T05:00:00.000+0000", "2026-03-09T04:00:00.000+0000"]],
  ["2025-10-31,2025-11-03", ["2025-10-31T04:00:00.000+0000", "2025-11-03T05:00:00.000+0000"]],
])("a series over %s has one value a day, at midnight in New York", async (range, dates) => {
  const path = `${account}/performance/unitvalues?daterange=${range}`;
  const { body } = await service.call("adviser", "GET", path);
  expect(body.values.map(({ date }: { date: string }) => date)).toEqual(dates);
});

test.each([
  ["2026-03-08T04:30:00Z", "2026-03-07", "2026-03-08"],
  ["2026-03-08T05:30:00Z", "2026-03-08", "2026-03-09"],
  ["2026-03-09T03:30:00Z", "2026-03-08", "2026-03-09"],
  ["2026-03-09T04:30:00Z", "2026-03-09", "2026-03-10"],
  ["2026-11-01T03:30:00Z", "2026-10-31", "2026-11-01"],
  ["2026-11-01T04:30:00Z", "2026-11-01", "2026-11-02"],
  ["2026-11-02T04:30:00Z", "2026-11-01", "2026-11-02"],
  ["2026-11-02T05:30:00Z", "2026-11-02", "2026-11-03"],
])("at %s today is %s: an offer may close on %s, not earlier", async (instant, today, tomorrow) => {
  service.setNow(instant);
  const create = (closingDate: string) => {
    const letters = instant.replace(/\D/g, "").slice(5, 10);
    const security = { ticker: `PRIV.${letters}`, previousClosingPrice: "12.50" };
    const body = { ...exampleOffer, published: false, closingDate, security };
    return service.call("adviser", "POST", "/restapi/privateplacementoffers", body);
  };
  const refused = await create(today);
  expect([refused.status, refused.body[0].field]).toEqual([400, "closingDate"]);
  expect((await create(tomorrow)).status).toBe(201);
});
