// A tender from the notice of each holder to what is sold of those who accept.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { runScheduledJobs } from "../../service/scheduled-jobs/run-scheduled-jobs.ts";

let service: TestService;
const account = "RA00000006";
const folioNumber = `${account}03`;
const notice = `/restapi/accounts/${account}/corporateactions/E4401`;
const event = {
  eventId: "4401",
  status: "ANNOUNCED",
  kind: "TND",
  securityId: "602",
  deadline: "2026-03-06T17:00:00-05:00",
  options: [
    { optionId: "N", name: "Keep", type: "NONE", default: true },
    { optionId: "T", name: "Sell", type: "ACCEPT", price: "60.00", prorationPct: "62.5" },
  ],
};

const sold = { ...event, eventId: "4403", securityId: "603" };

/** Permitted members of the account by login id, with the alerts that they have asked for. */
const permitted = { "alert.all": "all", "alert.none": "none" };

/** The notices to members of the account, as login id and text. */
async function itemsOfEvents(): Promise<string[]> {
  const { rows } = await service.admin(
    `select login_id || ': ' || text as item from item_for_attention
     where account_number = $1 and title = 'A company that you hold has announced an event'
     order by ifa_id, login_id`,
    [account],
  );
  return rows.map(({ item }) => item);
}

const vote = (sharesElected: string) => ({
  type: "V",
  questions: [{ questionId: "1", questionType: "C", choices: [{ choiceId: "T", sharesElected }] }],
});

const swept = () => runScheduledJobs(testContext(service.db, service.now()));
const load = (row: object) => service.load({ "corporate-events.ndjson": JSON.stringify(row) });
async function book(row: object): Promise<void> {
  const transactions = [{ folioNumber, securityId: "602", ...row }];
  const to = `/restapi/accounts/${account}/transactions`;
  const response = await service.call("operator", "POST", to, { transactions });
  expect(response.status, response.text).toBe(201);
}

beforeAll(async () => {
  service = await openTestService();
  const bought = { transactionType: "BUY", tradeDate: "2026-02-03", price: "50" };
  await book({ ...bought, shares: "30" });
  await book({ ...bought, securityId: "603", shares: "5" });
  for (const [login, alerts] of Object.entries(permitted)) {
    await service.admin(
      `insert into member (login_id, login_id_folded, member_oid, firm_oid, membership_type,
         first_name, last_name)
       values ($1, $1, 890000 + length($1), 1002, 'client', 'Al', 'Ert')`,
      [login],
    );
    await service.admin(
      `insert into account_permitted_login (account_number, login_id, permission, alert_level)
       values ($1, $2, 'DV', $3)`,
      [account, login, alerts],
    );
  }
  await load(event);
  await load(sold);
  await swept();
});
afterAll(() => service.close());

test("holders are notified, and the notice follows the position", async () => {
  const { body } = await service.call("adviser", "GET", notice);
  expect(body).toMatchObject({ type: "V", ticker: "BOLT", eventId: "4401", shares: "30.00000" });
  expect(body.questions).toMatchObject([
    { questionsType: "C", choices: [{ choiceId: "N" }, { choiceId: "T" }] },
  ]);
  await book({ transactionType: "BUY", tradeDate: "2026-02-04", shares: "10", price: "50" });
  await swept();
  expect((await service.call("adviser", "GET", notice)).body.shares).toBe("40.00000");
  expect((await swept()).tellHolder).toBe(0);
});

test("members are notified once, and reminded once where the account still holds the security", async () => {
  const said = ["Bolt Fasteners Inc. (BOLT)", "Crux Mining plc (CRUX)"].map(
    (security) => `${security}: Tender. Elections close on 2026-03-06.`,
  );
  const texts = said.flatMap((text) => [`alert.all: ${text}`, `carol.nguyen: ${text}`]);
  expect(await itemsOfEvents()).toEqual(texts);
  const entry = (await service.auditOf(account)).find(
    ({ operation }) => operation === "tellHolder",
  );
  expect(entry?.detail.detail.itemsCreated).toHaveLength(2);
  // A holder who has answered for shares and sold them has nothing to decide any more.
  const other = notice.replace("E4401", "E4403");
  const voted = await service.call("adviser", "PUT", other, vote("5"));
  expect(voted.status, voted.text).toBe(200);
  await book({
    transactionType: "SLE",
    tradeDate: "2026-02-05",
    securityId: "603",
    shares: "5",
    price: "50",
  });
  // Three settlement days before Friday is Tuesday.
  service.setNow("2026-03-03T10:59:00Z");
  expect((await swept()).remindHolder).toBe(0);
  service.setNow("2026-03-03T11:00:00Z");
  await Promise.all([swept(), swept()]);
  expect((await swept()).remindHolder).toBe(0);
  expect((await itemsOfEvents()).slice(4)).toEqual([
    `alert.all: Reminder: ${said[0]}`,
    `carol.nguyen: Reminder: ${said[0]}`,
  ]);
  expect((await service.auditOf(account)).at(-1)).toMatchObject({
    operation: "remindHolder",
    detail: { after: { notifid: "E4401" } },
  });
});

test("what was elected by the deadline is sold, as far as it is accepted", async () => {
  const elected = vote("40");
  const voted = await service.call("adviser", "PUT", notice, elected);
  expect(voted.status, voted.text).toBe(200);
  service.setNow("2026-03-09T15:00:00Z");
  expect((await service.call("adviser", "PUT", notice, elected)).body).toMatchObject([
    { errorCode: "corporate.action.deadline.rule" },
  ]);
  expect((await swept()).freezeElections).toBe(2);
  // A later deadline of the notice opens nothing.
  const later = { notifid: "E4401", deadline: "2026-05-01" };
  expect((await service.call("operator", "PUT", `${notice}/notice`, later)).status).toBe(200);
  expect((await service.call("adviser", "PUT", notice, elected)).body).toMatchObject([
    { errorCode: "corporate.action.deadline.rule" },
  ]);
  const lines = `/restapi/corporateevents/4401/lines?accountnumber=${account}`;
  const [line] = (await service.call("operator", "GET", lines)).body;
  // 62.5 % of 40 are 25, for 60.00 each.
  expect(line).toMatchObject({ status: "DUE", payments: [{ component: "T", gross: "1500.00" }] });
  const step = "/restapi/simulation/corporateevents/4401/steps";
  const posted = await service.call("operator", "POST", step, { step: "post" });
  expect(posted.status, posted.text).toBe(201);
  await swept();
  expect((await service.call("operator", "GET", lines)).body[0]).toMatchObject({
    status: "POSTED",
  });
  const { rows } = await service.admin(
    "select sum(share_quantity)::text as left from folio_position where account_number = $1 and security_id = 602",
    [account],
  );
  expect(rows).toEqual([{ left: "15.00000" }]);
});

test("an event that is worked out is no longer changed by loads, and the same load changes nothing", async () => {
  await load(event);
  const changed = load({ ...event, text: "Another text" });
  await expect(changed).rejects.toMatchObject({
    problems: [{ column: "eventId", reason: expect.stringContaining("change it by a request") }],
  });
});

test("the notices of an event that will not happen expire", async () => {
  await load({
    ...event,
    eventId: "4402",
    kind: "MRG",
    options: undefined,
    cashPerShare: "55",
    effectiveDate: "2026-05-04",
    deadline: "2026-05-01T20:00:00Z",
  });
  await swept();
  const other = notice.replace("E4401", "E4402");
  expect((await service.call("adviser", "GET", other)).body).toMatchObject({
    type: "M",
    status: "New",
  });
  const cancelled = { status: "CANCELLED", comment: "Called off" };
  const path = "/restapi/corporateevents/4402";
  expect((await service.call("operator", "PUT", path, cancelled)).status).toBe(200);
  await swept();
  expect((await service.call("adviser", "GET", other)).body.status).toBe("Expired");
});
