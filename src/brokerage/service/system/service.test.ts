// How the service stands, over HTTP: what is late, what waits, chains and oddities.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { noteBackup } from "../../../platform/maintenance/last-backup.ts";

let service: TestService;
let checkpointAt: Date | undefined;
beforeAll(async () => {
  service = await openTestService({ lastCheckpoint: async () => checkpointAt });
});
afterAll(() => service.close());

const path = "/restapi/service";
const get = async (address = path) => {
  const response = await service.call("operator", "GET", address);
  expect(response.status, response.text).toBe(200);
  return response.body;
};

test("says when the last back-up and the last checkpoint were", async () => {
  expect(await get()).toMatchObject({
    status: "ready",
    isSandbox: true,
    now: "2026-03-02T10:00:00.000-05:00",
    lastBackupTS: null,
    lastCheckpointTS: null,
  });
  await service.admin("update store_property set name = 'none' where name = 'sandbox_days_ahead'");
  checkpointAt = new Date("2026-03-01T00:00:01Z");
  await noteBackup(service.db, new Date("2026-03-02T03:00:00Z"));
  expect(await get()).toMatchObject({
    isSandbox: false,
    lastBackupTS: "2026-03-01T22:00:00.000-05:00",
    lastCheckpointTS: "2026-02-28T19:00:01.000-05:00",
  });
  await service.admin("update store_property set name = 'sandbox_days_ahead' where name = 'none'");
});

test("says how far accounts are computed, and how many are behind", async () => {
  const move = (days: number) =>
    service.admin(
      "update account set valued_on = valued_on + $1::int where account_number = 'RA00000001'",
      [days],
    );
  await move(-3);
  const { rows } = await service.admin(`
    select count(*)::text as accounts, count(valued_on)::text as valued,
      max(valued_on)::text as newest, min(valued_on)::text as oldest
    from account`);
  const [known] = rows;
  const [{ behind }] = (
    await service.admin(`select count(*)::text as behind from account
      where valued_on < (select max(valued_on) from account)`)
  ).rows;
  const [{ closes }] = (
    await service.admin("select max(priced_on)::text as closes from security_price")
  ).rows;
  const on = (date: string) => expect.stringMatching(`^${date}T`);
  const { computing } = await get();
  expect(computing).toEqual({
    accounts: known.accounts,
    accountsValued: known.valued,
    newestDate: on(known.newest),
    oldestDate: on(known.oldest),
    accountsBehind: behind,
    closesUntil: on(closes),
  });
  expect(computing.accountsBehind).toBe("1");
  await move(3);
});

test("says what is due, and what has been for too long", async () => {
  const ofNotices = async () =>
    (await get()).sweep.find((each: { operation: string }) => each.operation === "expireNotice");
  const none = { operation: "expireNotice", due: "0", late: "0" };
  expect(await ofNotices()).toEqual(none);
  const notice = { type: "V", ticker: "ACME", issuer: "Acme Corporation", deadline: "2026-02-27" };
  const notices = "/restapi/accounts/RA00000006/corporateactions";
  expect((await service.call("operator", "POST", notices, notice)).status).toBe(201);
  expect(await ofNotices()).toEqual({ ...none, due: "1", late: "1" });
  expect((await service.call("operator", "PUT", "/restapi/sweeps", {})).status).toBe(200);
  expect(await ofNotices()).toEqual(none);
});

test("counts the webhooks of all firms", async () => {
  await service.admin("update webhook set failing_since = now() where webhook_id in (4603, 4605)");
  expect((await get()).webhooks).toMatchObject({ disabled: "0", failing: "2" });
  await service.admin("update webhook set failing_since = null");
});

test("walks every chain in parts, and names the entry that was altered", async () => {
  const walk = async (limit: number) => {
    const total = { subjects: 0, entries: 0, faults: [] as { subject: string }[] };
    for (let after: string | null = ""; after !== null; ) {
      const query = new URLSearchParams({ limit: String(limit), ...(after !== "" && { after }) });
      const part = await get(`${path}/chains?${query}`);
      expect(Number(part.subjects)).toBeLessThanOrEqual(limit);
      total.subjects += Number(part.subjects);
      total.entries += Number(part.entries);
      total.faults.push(...part.faults);
      after = part.next;
    }
    return total;
  };
  const { rows } = await service.admin(
    "select count(*)::int as entries, count(distinct subject)::int as subjects from audit_entry",
  );
  const whole = { ...rows[0], faults: [] };
  expect(await walk(500)).toEqual(whole);
  expect(await walk(3)).toEqual(whole);

  const alter = (from: string, to: string) =>
    service.admin(
      `update audit_entry set request_id = $2
       where subject = 'RA00000001' and sequence = 1 and request_id = $1`,
      [from, to],
    );
  const first = await service.admin(
    "select request_id from audit_entry where subject = 'RA00000001' and sequence = 1",
  );
  const [{ request_id: written }] = first.rows;
  await alter(written, "somebody else");
  const { faults } = await walk(7);
  expect(faults).toEqual([{ subject: "RA00000001", sequence: "1", reason: expect.any(String) }]);
  await alter("somebody else", written);
  expect((await walk(7)).faults).toEqual([]);
});

test.each(["0", "501", "many"])("verifies no part of %s chains", async (limit) => {
  const response = await service.call("operator", "GET", `${path}/chains?limit=${limit}`);
  expect(response.status).toBe(400);
});

test("lists what is odd as bursar doctor does", async () => {
  const before = await get(`${path}/oddities`);
  await service.admin("update security_price set priced_on = priced_on - 400");
  const anomalies = await get(`${path}/oddities`);
  expect(anomalies).not.toEqual(before);
  expect(anomalies).toContainEqual({
    kind: "no new prices",
    count: "1",
    first: [expect.stringMatching(/^The newest close of all is of /)],
  });
  await service.admin("update security_price set priced_on = priced_on + 400");
});

test.each<CallerName>(["adviser", "readOnly", "issuer", "client"])(
  "is shown to the operator alone, not to %s",
  async (caller) => {
    for (const address of [path, `${path}/chains`, `${path}/oddities`])
      expect((await service.call(caller, "GET", address)).status).toBe(403);
  },
);
