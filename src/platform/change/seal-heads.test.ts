// An upgrade seals the heads of chains once; removing seals afterwards gains nothing at a start.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { anyEntry } from "../../../test/any-entry.ts";
import { openTestService, type TestService } from "../../../test/harness.ts";
import { unsealHeads } from "../../../test/legacy-store.ts";
import { type CallerName, testContext, testVault } from "../../../test/sample-template.ts";
import { selectUnrecorded } from "../../resources/audit-entries/recorded-row-queries.ts";
import { verifyAudit } from "./audit.ts";
import { sealHeads } from "./seal-heads.ts";
import { write } from "./write.ts";

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await unsealHeads(service);
  await service.admin("create table kept_entry as table audit_entry");
  await service.admin("create table kept_head as table audit_head");
});
afterEach(async () => {
  await service.admin("delete from audit_entry; insert into audit_entry table kept_entry");
  await service.admin("delete from audit_head; insert into audit_head table kept_head");
});
afterAll(() => service.close());

const seal = () => sealHeads(testContext(service.db));
const verify = async () => (await verifyAudit(service.db, testVault.auditKey)).faults;
const change = (subject: string) =>
  write(testContext(service.db), anyEntry("test"), async () => ({
    value: null,
    audit: [{ subject }],
  }));

async function count(query: string): Promise<number> {
  const { rows } = await service.admin(`select count(*)::int as count from ${query}`);
  return rows[0].count;
}

test("chains from before are found to be unsealed, and whole once a start has sealed them", async () => {
  const heads = await count("audit_head");
  expect(await verify()).toHaveLength(heads);
  expect(await Promise.all([seal(), seal()])).toEqual([0, 0]);
  expect(await verify()).toEqual([]);
  await change("RA00000001");
  expect(await verify()).toEqual([]);
  const ofStore = await service.auditOf("store");
  const [entry, ...others] = ofStore.filter(({ operation }) => operation === "sealHeads");
  expect([entry?.operation, entry?.detail.detail.heads]).toEqual(["sealHeads", String(heads)]);
  expect(others).toEqual([]);
});

test("a chain that was cut before an upgrade, with another's entry as its head, stays unsealed", async () => {
  await service.admin("update audit_head set sequence = 7 where subject = 'RA00000002'");
  expect(await seal()).toBe(1);
  expect(await verify()).toMatchObject([{ subject: "RA00000002" }]);
});

test("one seal that was removed is not given again", async () => {
  await seal();
  await service.admin("update audit_head set seal = null where subject = 'RA00000001'");
  expect(await seal()).toBe(1);
  expect(await verify()).toMatchObject([{ subject: "RA00000001" }]);
});

test("seals that were all removed, with the note of the upgrade, are not given again", async () => {
  await seal();
  await change("RA00000001");
  await change("RA00000002");
  await service.admin(`delete from audit_entry where subject = 'store';
    delete from audit_head where subject = 'store';
    delete from audit_entry where subject = 'RA00000001' and operation = 'test';
    update audit_head set seal = null;
    update audit_head set sequence = last.sequence, mac = last.mac
    from (select distinct on (subject) subject, sequence, mac from audit_entry
      order by subject, sequence desc) as last where last.subject = audit_head.subject`);
  expect(await seal()).toBe(await count("audit_head"));
  expect(await verify()).toHaveLength(await count("audit_head"));
});

test("a row without its chain is named, also once a change has begun another", async () => {
  await seal();
  const subjects = ["RA00000001", "firm:1002", "member:ada.whitfield", "offer:801", "model:701"];
  const named = async () => (await selectUnrecorded(service.db)).map(({ subject }) => subject);
  expect(await named()).toEqual([]);
  await service.admin(
    `with chain as (delete from audit_entry where subject = any($1))
     delete from audit_head where subject = any($1)`,
    [subjects],
  );
  expect(await verify()).toEqual([]);
  expect(await named()).toEqual(subjects.toSorted());
  await change("RA00000001");
  expect(await verify()).toEqual([]);
  expect(await named()).toEqual(subjects.toSorted());
});

test("an offer that a request created begins its chain, whatever others say of themselves", async () => {
  await service.admin(`update audit_entry set detail = '{"after":{"accounts":"none"}}'
    where subject = 'RA00000003' and sequence = 1`);
  const named = (await selectUnrecorded(service.db)).map(({ subject }) => subject);
  expect(named).toEqual(["RA00000003"]);
});

test("so does an account, a trustee and a model, and no chain begins with another account's plan", async () => {
  const named = async () => (await selectUnrecorded(service.db)).map(({ subject }) => subject);
  const before = await named();
  const made = async (caller: CallerName, path: string, body: object) => {
    const answer = await service.call(caller, "POST", `/restapi/${path}`, body);
    expect([answer.status, answer.text]).toEqual([201, ""]);
  };
  const account = { accountName: "Opened", accountType: "I", primaryAccountOwner: "erin.cole" };
  await made("otherAdviser", "accounts", account);
  const person = { firstName: "Ines", lastName: "Roth", email1: "ines.roth@example.com" };
  await made("adviser", "trustees", { loginId: "ines.roth", ...person });
  const weights = { targetWeights: [{ ticker: "ACME", targetWeight: "100.00" }] };
  const model = { folioName: "Written", longName: "Written here", style: "X", ...weights };
  await made("adviser", "models", model);
  expect(await named()).toEqual(before);

  await service.admin(
    `with chain as (delete from audit_entry where subject = 'RB00000001'),
       told as (delete from event where subject = 'RB00000001'),
       pending as (delete from event_pending where subject = 'RB00000001')
     delete from audit_head where subject = 'RB00000001'`,
  );
  const billed = { ...account, accountName: "Billed", billingPlanOid: "3102" };
  await made("otherAdviser", "accounts", billed);
  expect(await named()).toEqual([...before, "RB00000001"].toSorted());
});
