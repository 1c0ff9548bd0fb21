// Changing a subscription, and withdrawing it. (interface 6.4)
import { expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { loadOffer } from "../../../../test/subscriptions.ts";

const service = useTestService();

const ofAda = "RA00000001/privateplacementorders/88102";
const ofErin = "RB00000001/privateplacementorders/88103";
const members = { adviser: "ada.whitfield", otherAdviser: "erin.cole" } as const;

async function update(caller: CallerName, order: string, body: object) {
  const member = members[caller as keyof typeof members];
  const headers = member === undefined ? {} : { "X-Associated-Member-Id": member };
  return service.call(caller, "PUT", `/restapi/accounts/${order}`, body, headers);
}

async function codesOf(caller: CallerName, order: string, body: object): Promise<string[]> {
  const response = await update(caller, order, body);
  return (response.body as { errorCode: string }[]).map(({ errorCode }) => errorCode);
}

async function entriesOf(subject: string): Promise<string> {
  const { rows } = await service.admin(
    "select count(*) from audit_entry where subject = $1 and operation like 'update%'",
    [subject],
  );
  return rows[0]?.count;
}

test("what is sent as it is stored changes nothing, and leaves no entry", async () => {
  const same = { requestedDollarAmount: "25000", solicited: true, privatePlacementOfferOid: "801" };
  for (const body of [{}, same]) {
    expect((await update("adviser", ofAda, body)).status).toBe(200);
  }
  expect(await entriesOf("RA00000001")).toBe("0");
});

test("the amount and what goes with it change until the issuer has decided", async () => {
  const body = { requestedDollarAmount: "30000.00", comment: "More", reasonForTrade: "CR" };
  const { status, headers } = await update("client", ofAda, body);
  expect(status).toBe(200);
  expect(headers.location).toMatch(
    /\/restapi\/accounts\/RA00000001\/privateplacementorders\/88102$/,
  );
  const { body: order } = await service.call("adviser", "GET", `/restapi/accounts/${ofAda}`);
  expect(order).toMatchObject({ ...body, orderStatus: "INITIAL" });
  const { rows } = await service.admin(`
    select subject, data -> 'fields' as fields from event where type = 'order.amended'
    order by subject`);
  const fields = ["requestedDollarAmount", "reasonForTrade", "comment"];
  expect(rows).toEqual([
    { subject: "RA00000001", fields },
    { subject: "offer:801", fields },
  ]);
  const refused = await update("otherAdviser", ofErin, { requestedDollarAmount: "55000.00" });
  expect(refused.body).toEqual([
    {
      type: "VALIDATION_RULE",
      errorCode: "order.status.rule",
      message: expect.stringMatching(
        /^The subscription is \w+; it is amended while it is INITIAL\.$/,
      ),
    },
  ]);
});

test.each([
  ["order.minimum.investment.rule", "9999.99", undefined, undefined],
  ["order.maximum.investment.rule", "250000.01", undefined, undefined],
  [
    "order.capacity.rule",
    "30001.00",
    "update offer set approved_total = 2970000 where offer_oid = 801",
    "update offer set approved_total = 50000 where offer_oid = 801",
  ],
  [
    "order.offer.closed.rule",
    "30001.00",
    "update offer set closing_on = '2026-03-01' where offer_oid = 801",
    "update offer set closing_on = '2031-03-31' where offer_oid = 801",
  ],
  [
    "account.restricted.rule",
    "30001.00",
    `insert into restriction (account_number, restriction_id, reason_code, type_code, created_at)
     values ('RA00000001', 4999, '021', 'SO', '2026-03-01')`,
    "delete from restriction where restriction_id = 4999",
  ],
])("another amount is judged as a new one: %s", async (code, amount, change, back) => {
  if (change !== undefined) await service.admin(change);
  const found = await codesOf("adviser", ofAda, { requestedDollarAmount: amount });
  if (back !== undefined) await service.admin(back);
  expect(found).toEqual([code]);
});

test.each([
  [{ orderStatus: "ACCEPTED" }, "invalid.choice"],
  [{ privatePlacementOfferOid: "802" }, "uri.matching.rule"],
  [{ privatePlacementOrderOid: "88103" }, "uri.matching.rule"],
  [{ accountNumber: "RA00000002" }, "uri.matching.rule"],
])("%j is refused", async (body, code) => {
  expect(await codesOf("adviser", ofAda, body)).toEqual([code]);
});

test("a subscription that the account does not have is not found", async () => {
  const { status, text } = await update("adviser", "RA00000001/privateplacementorders/88103", {});
  expect(status).toBe(404);
  expect(text).toContain("order.not.found");
});

test("a firm names the member, one that it manages, and a client need not", async () => {
  const target = `/restapi/accounts/${ofAda}`;
  const unnamed = await service.call("adviser", "PUT", target, {});
  expect([unnamed.status, unnamed.body[0]?.errorCode]).toEqual([400, "null.associated.member.id"]);
  const header = { "X-Associated-Member-Id": "erin.cole" };
  expect((await service.call("adviser", "PUT", target, {}, header)).status).toBe(403);
  expect((await service.call("client", "PUT", target, {})).status).toBe(200);
});

test("a client who may only see the account changes nothing", async () => {
  await service.admin(`insert into account_permitted_login (account_number, login_id)
    values ('RB00000001', 'ada.whitfield')`);
  const { status } = await update("client", ofErin, { orderStatus: "CANCELLED" });
  await service.admin("delete from account_permitted_login where account_number = 'RB00000001'");
  expect(status).toBe(403);
});

test("of two withdrawals at the same time one succeeds", async () => {
  const responses = await Promise.all(
    [1, 2].map(() => update("adviser", ofAda, { orderStatus: "CANCELLED" })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(responses.map(({ text }) => text).join("")).toContain("order.status.rule");
  expect(await entriesOf("RA00000001")).toBe("2"); // the change above, and the withdrawal
});

test("what was approved is free again once it is withdrawn", async () => {
  const body = { orderStatus: "CANCELLED", comment: "Another opportunity" };
  expect((await update("otherAdviser", ofErin, body)).status).toBe(200);
  const { body: order } = await service.call("operator", "GET", `/restapi/accounts/${ofErin}`);
  expect(order).toMatchObject({ ...body, fillDollarAmount: null });
  const { rows } = await service.admin("select approved_total from offer where offer_oid = 801");
  expect(rows).toEqual([{ approved_total: "0.00" }]);
  const { rows: emitted } = await service.admin(`
    select subject, sight from event where type = 'order.cancelled' and subject = 'offer:801'
    order by sequence`);
  expect(emitted.map(({ sight }) => sight)).toEqual([
    { account: "RA00000001" },
    { account: "RB00000001" },
  ]);
});

test("each field changes alone, and is emitted alone; a withdrawal's event names what it frees", async () => {
  const later = "2026-03-05T10:00:00-05:00";
  const latest = "2026-03-06T10:00:00.000-05:00";
  const { oid, orders } = await loadOffer(
    ...([service, {}] as const),
    ["RA00000001", "INITIAL", "20000.00"],
    ["RA00000003", "ACCEPTED", "30000.00"],
    [
      "RB00000001",
      "INITIAL",
      "20000.00",
      { creationTimestamp: later, modificationTimestamp: latest },
    ],
  );
  const [first, second, third] = orders.map((order) => `privateplacementorders/${order}`);
  const lastEvent = async () => (await service.eventsOf(`offer:${oid}`)).at(-1);
  const target = `RA00000001/${first}`;
  for (const [field, value] of [
    ["discretionary", true],
    ["solicited", true],
    ["reasonForTrade", "AD"],
    ["requestedDollarAmount", "21000.00"],
    ["comment", "More"],
    ["comment", null],
  ] as const) {
    expect((await update("client", target, { [field]: value })).status).toBe(200);
    const { body } = await service.call("client", "GET", `/restapi/accounts/${target}`);
    expect([field, body[field]]).toEqual([field, value]);
    expect(await lastEvent()).toMatchObject({ type: "order.amended", data: { fields: [field] } });
  }
  const withdraw = { orderStatus: "CANCELLED" };
  await update("client", target, withdraw);
  expect(await lastEvent()).toMatchObject({ type: "order.cancelled", data: { fields: [] } });
  expect((await update("adviser", `RA00000003/${second}`, withdraw)).status).toBe(200);
  const fields = ["fillDollarAmount"];
  expect(await lastEvent()).toMatchObject({ type: "order.cancelled", data: { fields } });
  const early = `RB00000001/${third}`;
  expect((await update("otherAdviser", early, { solicited: true })).status).toBe(200);
  const { body } = await service.call("otherAdviser", "GET", `/restapi/accounts/${early}`);
  expect(body).toMatchObject({ solicited: true, modificationTimestamp: latest });
});
