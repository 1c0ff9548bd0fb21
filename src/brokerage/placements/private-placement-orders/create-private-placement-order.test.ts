// Subscribing to an offer: each rule refuses, and what a subscription changes. (interface 6.4)
import { describe, expect, test } from "vitest";
import { useTestService } from "../../../../test/harness.ts";
import type { CallerName } from "../../../../test/sample-template.ts";
import { publishPending } from "../../../platform/feed/publisher.ts";

const service = useTestService();

const ordersOf = (account: string) => `/restapi/accounts/${account}/privateplacementorders`;
const body = { privatePlacementOfferOid: "808", requestedDollarAmount: "2500.00" };

interface Sent {
  readonly caller?: CallerName;
  readonly account?: string;
  readonly member?: string;
  readonly body?: object;
}

async function subscribe(sent: Sent = {}) {
  const { caller = "adviser", account = "RA00000001", member = "ada.whitfield" } = sent;
  const headers = member === "" ? {} : { "X-Associated-Member-Id": member };
  return service.call(caller, "POST", ordersOf(account), { ...body, ...sent.body }, headers);
}

async function codesOf(sent: Sent): Promise<string[]> {
  const { body: found } = await subscribe(sent);
  return (found as { errorCode: string }[]).map(({ errorCode }) => errorCode);
}

/** Gives the events their positions, as the leading process does. */
async function publish(): Promise<void> {
  const term = { transaction: (work: never) => service.db.transaction(work) } as never;
  for (let from = "", isDone = false; !isDone; isDone = from === "") {
    ({ next: from } = await publishPending(term, service.now(), from));
  }
}

interface Broken extends Sent {
  /** The statement that makes the rule fail, and the one that makes it hold again. */
  readonly change?: string;
  readonly back?: string;
}

/** Changes one fact of the store about the offer, and back. */
function ofOffer(name: string, value: string, before: string): Broken {
  const set = (to: string) => `update offer set ${name} = ${to} where offer_oid = 808`;
  return { change: set(value), back: set(before) };
}

function ofMember(name: string, value: string, before: string): Broken {
  const set = (to: string) => `update member set ${name} = ${to} where login_id = 'ada.whitfield'`;
  return { change: set(value), back: set(before) };
}

const state = (code: string) => `jsonb_set(primary_address, '{state}', '"${code}"')`;

/** The member's verified accreditation, turned into its contrary, and back. */
const denied = "update accreditation set level = 'N', expires_on = null";
const verified = "update accreditation set level = 'A', expires_on = '2027-03-01'";

const rules: readonly (readonly [string, Broken])[] = [
  ["order.offer.rule", ofOffer("clients_have_access", "false", "true")],
  ["order.offer.rule", { body: { privatePlacementOfferOid: "999999" } }],
  ["order.offer.closed.rule", ofOffer("closing_on", "'2026-03-01'", "'2030-09-30'")],
  [
    "order.participating.firm.rule",
    {
      change: `with other as (update offer set creating_firm_oid = 1003 where offer_oid = 808)
        insert into offer_participating_firm values (808, 9, 'HARBOR', 'P')`,
      back: `with own as (update offer set creating_firm_oid = 1002 where offer_oid = 808)
        delete from offer_participating_firm where offer_oid = 808 and position = 9`,
    },
  ],
  ["order.member.rule", { member: "harbor.lin" }],
  [
    "account.restricted.rule",
    {
      change: `insert into restriction
        (account_number, restriction_id, reason_code, type_code, created_at)
        values ('RA00000001', 4999, '021', 'SO', '2026-03-01')`,
      back: "delete from restriction where restriction_id = 4999",
    },
  ],
  [
    "order.agreement.rule",
    {
      change: "update item_for_attention set ifa_status = 'I' where ifa_id = 4501",
      back: "update item_for_attention set ifa_status = 'A' where ifa_id = 4501",
    },
  ],
  ["member.verification.rule", ofMember("cip_status", "'FAILED'", "'PASSED'")],
  ["order.ira.rule", { account: "RA00000002" }],
  ["order.accreditation.rule", { change: denied, back: verified }],
  ["order.corporate.accreditation.rule", { account: "RA00000017", member: "ben.whitfield" }],
  [
    "order.accreditation.verification.rule",
    {
      change: `with verifying as (update offer set exemption = 'K' where offer_oid = 808)
        update accreditation set expires_on = '2026-03-01', sub_level_expires_on = '2026-03-01'`,
      back: `with not_verifying as (update offer set exemption = 'J' where offer_oid = 808)
        update accreditation set expires_on = '2027-03-01', sub_level_expires_on = '2027-03-01'`,
    },
  ],
  ["order.income.rule", ofOffer("minimum_annual_income_range", "'7'", "'3'")],
  ["order.liquid.net.worth.rule", ofOffer("minimum_liquid_net_worth_range", "'7'", "'3'")],
  ["order.net.worth.rule", ofOffer("minimum_net_worth_range", "'7'", "'4'")],
  [
    "order.experience.rule",
    {
      change: `update offer set previous_experience = 'I', industry = 'BIO' where offer_oid = 808`,
      back: `update offer set previous_experience = 'N', industry = 'OTC' where offer_oid = 808`,
    },
  ],
  [
    "order.investment.limit.rule",
    {
      change: `with less as (${denied})
        update offer set exemption = 'A', natural_person_accreditation = 'E' where offer_oid = 808`,
      back: `with more as (${verified})
        update offer set exemption = 'J', natural_person_accreditation = 'A' where offer_oid = 808`,
    },
  ],
  ["order.state.rule", ofMember("primary_address", state("PR"), state("NY"))],
  [
    "order.documents.rule",
    {
      change: `with hosted as (
          update offer set documentation_external = false where offer_oid = 808)
        insert into offer_document (issuing_firm_oid, ticker, document_id, version, name, title,
          required, signable, content, content_sha256)
        values (1004, 'PRIV.RWW', 'rww', '1.0', 'w.txt', 'Warrants', true, true, 'w', sha256('w'))`,
      back: `with kept as (
          update offer set documentation_external = true where offer_oid = 808)
        delete from offer_document where ticker = 'PRIV.RWW'`,
    },
  ],
  ["order.minimum.investment.rule", { body: { requestedDollarAmount: "99.99" } }],
  ["order.maximum.investment.rule", { body: { requestedDollarAmount: "5000.01" } }],
  ["order.capacity.rule", ofOffer("approved_total", "247500.01", "0")],
];

describe("a subscription that breaks one rule alone is refused with its code", () => {
  test.each(rules)("%s", async (code, { change, back, ...sent }) => {
    if (change !== undefined) await service.admin(change);
    const found = await codesOf(sent);
    if (back !== undefined) await service.admin(back);
    expect(found).toEqual([code]);
  });

  test("all broken rules are reported in order, but none together with the first", async () => {
    const sent = { account: "RA00000002", body: { requestedDollarAmount: "50.00" } };
    expect(await codesOf(sent)).toEqual(["order.ira.rule", "order.minimum.investment.rule"]);
    const elsewhere = { ...sent.body, privatePlacementOfferOid: "802" };
    expect(await codesOf({ ...sent, body: elsewhere })).toEqual(["order.offer.rule"]);
  });

  test("the exemption's number of investors", async () => {
    const each = "from generate_series(1, 35) as i";
    await service.admin(`
      insert into member (login_id, login_id_folded, member_oid, firm_oid, membership_type,
        first_name, last_name)
      select 'investor.' || i, 'investor.' || i, 990000 + i, 1002, 'client', 'A', 'B' ${each}`);
    await service.admin(`
      insert into account (account_number, firm_oid, primary_owner_login_id, account_name,
        account_type, default_tax_lot_selection, w9_backup_withholding, opened_on)
      select 'RX' || 90000000 + i, 1002, 'investor.' || i, 'A', 'I', 'LGHL', false, '2026-01-02'
      ${each}`);
    await service.admin(
      `insert into account_owner select 'RX' || 90000000 + i, 1, 'investor.' || i ${each}`,
    );
    await service.admin("update offer set exemption = 'B' where offer_oid = 808");
    await service.admin(`
      insert into private_placement_order (account_number, order_oid, offer_oid, login_id,
        order_status, requested_amount, fill_amount, accredited, created_at, modified_at)
      select 'RX' || 90000000 + i, 990000 + i, 808, 'investor.' || i, 'ACCEPTED', 100, 100, true,
        '2026-02-01'::timestamptz, '2026-02-01'::timestamptz
      ${each}`);
    expect(await codesOf({})).toEqual(["order.investor.count.rule"]);
    // One fewer leaves space for this one.
    await service.admin(`update private_placement_order set order_status = 'CANCELLED',
      fill_amount = null where order_oid = 990001`);
    const { status } = await service.call("adviser", "POST", ordersOf("RA00000001"), body, {
      "X-Associated-Member-Id": "ada.whitfield",
      "X-Dry-Run": "true",
    });
    expect(status).toBe(200);
    for (const statement of [
      "delete from private_placement_order where order_oid > 990000",
      "update offer set exemption = 'J' where offer_oid = 808",
      "delete from account_owner where account_number like 'RX9%'",
      "delete from account where account_number like 'RX9%'",
      "delete from member where member_oid > 990000",
    ]) {
      await service.admin(statement);
    }
  });
});

test("the associated member is named by a firm, and an account by its path", async () => {
  expect(await codesOf({ member: "" })).toEqual(["null.associated.member.id"]);
  expect(await codesOf({ body: { accountNumber: "RA00000002" } })).toEqual(["uri.matching.rule"]);
});

test("a client who may only see the account does not subscribe, nor learns which offers there are", async () => {
  await service.admin(`insert into account_permitted_login (account_number, login_id)
    values ('RA00000005', 'ada.whitfield')`);
  const sent = { caller: "client", account: "RA00000005", member: "" } as const;
  const offers = ["808", "802", "999999"];
  const responses = await Promise.all(
    offers.map((oid) => subscribe({ ...sent, body: { privatePlacementOfferOid: oid } })),
  );
  await service.admin("delete from account_permitted_login where account_number = 'RA00000005'");
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
});

describe("a subscription", () => {
  test("of one account made twice at the same time succeeds once", async () => {
    const responses = await Promise.all([subscribe({ caller: "client", member: "" }), subscribe()]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const refused = responses.find(({ status }) => status === 400);
    expect(refused?.text).toContain("order.unique.rule");
  });

  test("stands as an e-sign record, and brings its offer in progress", async () => {
    const { rows } = await service.admin(`
      select order_status, requested_amount, login_id, api_user_id is not null as has_user,
        caller_login_id, request_id is not null as has_request, address, blue_sky_exception
      from private_placement_order where account_number = 'RA00000001' and offer_oid = 808`);
    expect(rows).toMatchInlineSnapshot(`
      [
        {
          "address": "127.0.0.1",
          "blue_sky_exception": false,
          "caller_login_id": "ada.whitfield",
          "has_request": true,
          "has_user": true,
          "login_id": "ada.whitfield",
          "order_status": "INITIAL",
          "requested_amount": "2500.00",
        },
      ]
    `);
    const offer = await service.call("adviser", "GET", "/restapi/privateplacementoffers/808");
    expect(offer.body).toMatchObject({ offerStatus: "P" });
  });

  test("has an event for the account and one for the offer, as has the offer's step", async () => {
    const { rows } = await service.admin(`
      select subject, type, data ->> 'orderStatus' as status, data ->> 'offerStatus' as offer
      from event where type like 'order.%' or data ->> 'privatePlacementOfferOid' = '808'
      order by subject, sequence, place`);
    expect(rows).toMatchInlineSnapshot(`
      [
        {
          "offer": null,
          "status": "CANCELLED",
          "subject": "RA00000001",
          "type": "order.cancelled",
        },
        {
          "offer": null,
          "status": "INITIAL",
          "subject": "RA00000001",
          "type": "order.created",
        },
        {
          "offer": null,
          "status": "INITIAL",
          "subject": "RA00000001",
          "type": "order.created",
        },
        {
          "offer": null,
          "status": "ACCEPTED",
          "subject": "RB00000001",
          "type": "order.accepted",
        },
        {
          "offer": null,
          "status": "INITIAL",
          "subject": "offer:801",
          "type": "order.created",
        },
        {
          "offer": null,
          "status": "ACCEPTED",
          "subject": "offer:801",
          "type": "order.accepted",
        },
        {
          "offer": null,
          "status": "CANCELLED",
          "subject": "offer:805",
          "type": "order.cancelled",
        },
        {
          "offer": "I",
          "status": null,
          "subject": "offer:808",
          "type": "offer.created",
        },
        {
          "offer": "I",
          "status": null,
          "subject": "offer:808",
          "type": "offer.published",
        },
        {
          "offer": null,
          "status": "INITIAL",
          "subject": "offer:808",
          "type": "order.created",
        },
        {
          "offer": "P",
          "status": null,
          "subject": "offer:808",
          "type": "offer.updated",
        },
      ]
    `);
  });

  test.each<[CallerName, boolean]>([
    ["adviser", true],
    ["client", true],
    ["issuer", true],
    ["operator", true],
    ["otherAdviser", false],
  ])("reaches everyone who sees it, by either subject: %s", async (caller, isReached) => {
    await publish();
    for (const subject of ["RA00000001", "offer:808"]) {
      const path = `/restapi/events?subject=${subject}&types=order.created`;
      const { body: feed } = await service.call(caller, "GET", path);
      const offers = (feed.events as { data: { privatePlacementOfferOid: string } }[]).map(
        ({ data }) => data.privatePlacementOfferOid,
      );
      expect(offers.includes("808")).toBe(isReached);
    }
  });

  test("waits for the required documents, and signs those that were viewed", async () => {
    const sent: Sent = {
      caller: "otherAdviser",
      account: "RB00000002",
      member: "erin.cole",
      body: { privatePlacementOfferOid: "801", requestedDollarAmount: "200000.00" },
    };
    expect(await codesOf(sent)).toEqual(["order.documents.rule"]);
    const documents = "/restapi/privateplacementoffers/801/documents";
    const headers = { "X-Associated-Member-Id": "erin.cole" };
    for (const id of ["rwn-memorandum", "rwn-subscription", "rwn-overview"]) {
      await service.call("otherAdviser", "GET", `${documents}/${id}`, undefined, headers);
    }
    // With 50,000.00 of the same owner's other account it is above 250,000.00 by a cent.
    const more = { ...sent.body, requestedDollarAmount: "200000.01" };
    expect(await codesOf({ ...sent, body: more })).toEqual(["order.maximum.investment.rule"]);
    const made = await subscribe(sent);
    expect(made.status).toBe(201);
    const path = new URL(String(made.headers.location)).pathname;
    const { body: order } = await service.call("otherAdviser", "GET", path);
    expect(order).toMatchObject({
      orderStatus: "INITIAL",
      blueSkyException: false,
      signedDocuments: [{ id: "rwn-subscription", version: "2.0" }],
    });
    const { rows } = await service.admin(`
      select document_id, signed_at is not null as signed from offer_document_view
      where offer_oid = 801 and login_id = 'erin.cole' order by document_id`);
    expect(rows).toEqual([
      { document_id: "rwn-memorandum", signed: false },
      { document_id: "rwn-overview", signed: false },
      { document_id: "rwn-subscription", signed: true },
    ]);
    const { rows: emitted } = await service.admin(
      "select subject, data from event where type = 'document.signed'",
    );
    expect(emitted).toEqual([
      {
        subject: "offer:801",
        data: { documentId: "rwn-subscription", version: "2.0", loginId: "erin.cole" },
      },
    ]);
  });
});
