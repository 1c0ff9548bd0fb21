// Deciding on subscriptions, and processing them until they are booked. (interface 2.3)
import { beforeAll, describe, expect, test } from "vitest";
import { onceExemptionsHaveEnded } from "../../../../test/ended-exemptions.ts";
import { testBase, useTestService } from "../../../../test/harness.ts";
import {
  codesOf,
  decide,
  deposit,
  loadOffer,
  type Subscription,
  stateOf,
} from "../../../../test/subscriptions.ts";

const service = useTestService();
beforeAll(async () => {
  await deposit(service, { RA00000001: "50000.00", RA00000003: "50000.00" });
});

type Fields = Record<string, unknown>;

async function oneOf(subscription: Subscription, changed: Fields = {}) {
  const { oid, orders } = await loadOffer(service, changed, subscription);
  const order = [oid, orders[0] ?? ""] as const;
  const record = async () => {
    const path = `/restapi/privateplacementoffers/${oid}/privateplacementorders/${order[1]}`;
    return (await service.call("operator", "GET", path)).body;
  };
  const codes = async (body: Fields, caller?: "operator") =>
    codesOf(await decide(service, order, body, caller));
  return { order, record, codes, oid };
}

const initial = ["RA00000001", "INITIAL", "20000.00"] as const;
const accept = { orderStatus: "ACCEPTED" };
const adviser = (oid: string, body: unknown) =>
  service.call("adviser", "PUT", `/restapi/privateplacementoffers/${oid}`, body);

describe("from subscription to position", () => {
  test("an issuer accepts, the operator places and books, and the books follow", async () => {
    const { order, record, codes, oid } = await oneOf(initial, {
      physicalSignatureRequired: true,
      daysFromClosingCashIsRequired: "999",
      offerMinimum: "9000.00",
      priceDiscountAmount: "0.50",
      ticker: "PRIV.BOOK",
    });
    expect(await codes(accept)).toEqual(["order.signature.rule"]);
    expect(await codes({ physicalSignatureReceived: true })).toEqual([]);
    expect(await codes({})).toEqual([]);
    const response = await decide(service, order, { ...accept, fillDollarAmount: "10000.00" });
    const path = `/restapi/privateplacementoffers/${oid}/privateplacementorders/${order[1]}`;
    expect([response.status, response.text, response.headers.location]).toEqual([
      200,
      "",
      testBase + path,
    ]);
    expect(await record()).toMatchObject({
      orderStatus: "ACCEPTED",
      fillDollarAmount: "10000.00",
      accredited: true,
      physicalSignatureReceived: true,
      folioOrderOid: null,
    });
    expect(await codes({ ...accept, fillDollarAmount: "10000.01" })).toEqual([]);
    expect(await codes({ orderStatus: "ORDER_CREATED" }, "operator")).toEqual([]);
    expect((await record()).folioOrderOid).toMatch(/^\d+$/);
    expect(codesOf(await adviser(oid, { offerStatus: "C" }))).toEqual([]);

    const complete = { orderStatus: "COMPLETE" };
    const both = await Promise.all([1, 2].map(() => codes(complete, "operator")));
    expect(both.flat()).toEqual(["order.status.rule"]);
    // 10000.01 at 12.00 are 833.33416 shares for 10000.00992.
    expect(await record()).toMatchObject({
      orderStatus: "COMPLETE",
      fillDollarAmount: "10000.01",
      shareQuantity: "833.33416",
    });
    const positions = await service.call(
      ...([
        "operator",
        "GET",
        "/restapi/accounts/RA00000001/folios/RA0000000102/positions",
      ] as const),
    );
    expect(JSON.stringify(positions.body)).toContain('"PRIV.BOOK"');
    const { rows: cash } = await service.admin(
      "select folio_number, amount from folio_cash where folio_number like 'RA000000010_' order by 1",
    );
    expect(cash[0]).toEqual({ folio_number: "RA0000000101", amount: "39999.99" });
    expect(cash.map((row) => row.folio_number)).not.toContain("RA0000000102");

    const events = await service.eventsOf("RA00000001");
    expect(events.slice(-6).map(({ type }) => type)).toEqual([
      "order.accepted",
      "order.amended",
      "order.placed",
      "order.processed",
      "order.completed",
      "transactions.booked",
    ]);
    const entry = (await service.auditOf("RA00000001")).at(-1);
    expect(entry?.operation).toBe("decideOrder");
    expect(entry?.detail.detail.transactionIds).toHaveLength(2);
    const ofOffer = (await service.auditOf(`offer:${oid}`)).at(-1);
    expect(ofOffer?.detail.detail.securityMade).toMatch(/^\d+$/);
    expect(await stateOf(service, oid)).toMatchObject({ offer: "C", approved: "10000.01" });
  });

  test("takes another price and day, frees what is not paid, and reports why the books refuse", async () => {
    const processing = ["RA00000003", "PROCESSING", "1000.00"] as const;
    const { codes, order, oid, record } = await oneOf(processing, {
      offerStatus: "C",
      ticker: "PRIV.KEPT",
    });
    const complete = { orderStatus: "COMPLETE" };
    const late = await decide(
      ...([service, order, { ...complete, tradeDate: "2026-03-03" }, "operator"] as const),
    );
    const rule = { type: "VALIDATION_RULE", errorCode: "order.booking.rule" };
    const reason = "tradeDate: It is after today, 2026-03-02.";
    expect(late.body).toEqual([
      { ...rule, message: `The journal of the cash, ${reason}` },
      { ...rule, message: `The purchase, ${reason}` },
    ]);
    expect(await codes({ ...complete, price: "99999999999" }, "operator")).toEqual([
      "order.booking.rule",
    ]);
    const dated = { tradeDate: "2026-02-27", settlementDate: "2026-03-02" };
    expect(await codes({ ...complete, price: "333.333333", ...dated }, "operator")).toEqual([]);
    expect(await record()).toMatchObject({ fillDollarAmount: "1000.00", shareQuantity: "3.00000" });
    const { rows } = await service.admin(
      `select transaction_type, trade_on::text, settlement_on::text, amount, price
       from account_transaction where account_number = 'RA00000003' and trade_on = '2026-02-27'
       order by entry_order`,
    );
    const days = { trade_on: "2026-02-27", settlement_on: "2026-03-02" };
    expect(rows).toEqual([
      { transaction_type: "CJL", ...days, amount: "1000.00", price: null },
      { transaction_type: "BUY", ...days, amount: null, price: "333.333333" },
    ]);
    expect((await stateOf(service, oid)).approved).toBe("1000.00");
    // The security stays that of its ticker.
    const again = await oneOf(["RA00000004", "PROCESSING", "1000.00"], { offerStatus: "C" });
    expect(await again.codes({ orderStatus: "CANCELLED" }, "operator")).toEqual([
      "comment: null.comment",
    ]);
    const cancelled = { orderStatus: "CANCELLED", comment: "Not delivered" };
    expect(await again.codes(cancelled, "operator")).toEqual([]);
    expect(await again.record()).toMatchObject({
      orderStatus: "CANCELLED",
      fillDollarAmount: null,
      comment: "Not delivered",
    });
    expect((await stateOf(service, again.oid)).approved).toBe("0.00");
  });
});

test("an offer whose discount leaves no price is booked at a price that is sent alone", async () => {
  const { codes, oid } = await oneOf(["RA00000003", "PROCESSING", "1000.00"], { offerStatus: "C" });
  const discounted = (by: string | null) =>
    service.admin("update offer set price_discount_amount = $1 where offer_oid = $2", [by, oid]);
  const complete = { orderStatus: "COMPLETE" };
  for (const whole of ["12.50", "13.00"]) {
    await discounted(whole);
    expect(await codes(complete, "operator")).toEqual(["order.booking.rule"]);
  }
  expect(await codes({ ...complete, price: "12.50" }, "operator")).toEqual([]);
  await discounted(null);
});

describe("a subscription is accepted only", () => {
  test.each<[what: string, code: string, body: Fields, offer: Fields, of?: Fields]>([
    ["above the minimum", "order.fill.rule", { fillDollarAmount: "999.99" }, {}],
    ["up to what was asked for", "order.fill.rule", { fillDollarAmount: "20000.01" }, {}],
    ["within the size", "order.capacity.rule", {}, { offerSize: "19999.99", offerMinimum: "1000" }],
    ["where the issuer takes its state", "order.blue.sky.rule", {}, {}, { blueSkyException: true }],
    [
      "where its owners are verified",
      "order.accreditation.verification.rule",
      {},
      {
        exemption: "K",
        accreditationSetting: "A",
        qualifiedInstitutionalBuyerSetting: "A",
      },
    ],
  ])("%s", async (_, code, body, offer, of = {}) => {
    const { codes } = await oneOf(["RA00000004", "INITIAL", "20000.00", of], offer);
    expect(await codes({ ...accept, ...body })).toEqual([code]);
    const later = await onceExemptionsHaveEnded(() => codes({ ...accept, ...body }));
    expect(later, "once its exemption has ended").toEqual([code]);
  });

  test("until the closing date, under BEST_EFFORTS ten days longer", async () => {
    const { codes } = await oneOf(initial, {});
    const longer = await oneOf(initial, { executionType: "B", offerMinimum: null });
    service.setNow("2031-07-01T15:00:00Z");
    expect(await codes(accept)).toEqual(["order.offer.closed.rule"]);
    expect(await longer.codes({ ...accept, fillDollarAmount: "10000.00" })).toEqual([]);
    service.setNow("2031-07-11T15:00:00Z");
    expect(await longer.codes({ ...accept, fillDollarAmount: "9000.00" })).toEqual([
      "order.offer.closed.rule",
    ]);
    service.setNow("2026-03-02T15:00:00Z");
  });

  test("with the word of the issuer where an owner lives elsewhere", async () => {
    const { codes, record, order } = await oneOf([...initial, { blueSkyException: true }]);
    const taken = { ...accept, deMinimisAccepted: true };
    expect(await codes(taken)).toEqual([]);
    expect(await record()).toMatchObject({ orderStatus: "ACCEPTED", blueSkyException: true });
    // It stays, also with a new fill that says it again, or not.
    expect(await codes({ ...taken, fillDollarAmount: "19000.00" })).toEqual([]);
    const unticked = { ...accept, deMinimisAccepted: false, fillDollarAmount: "18000.00" };
    expect(await codes(unticked)).toEqual([]);
    expect(await isTaken(order[1])).toBe(true);
  });

  test("with the word that was loaded, unless the issuer takes it back", async () => {
    const of = { blueSkyException: true, deMinimisAccepted: true };
    const { codes, order } = await oneOf([...initial, of]);
    expect(await codes({ ...accept, deMinimisAccepted: false })).toEqual(["order.blue.sky.rule"]);
    expect(await codes(accept)).toEqual([]);
    expect(await isTaken(order[1])).toBe(true);
  });

  test("in a calendar that ends before the ten days do", async () => {
    const { codes } = await oneOf(initial, {
      executionType: "B",
      offerMinimum: null,
      closingDate: "9999-12-31",
    });
    expect(await codes(accept)).toEqual([]);
  });

  test("while the exemption admits another investor who is not accredited", async () => {
    const { codes, order } = await oneOf(["RA00000004", "INITIAL", "20000.00"], {
      exemption: "G",
    });
    const owners = Array.from({ length: 35 }, (_, index) => `guest.${index}`);
    await service.load(guests(owners, order[0]));
    const full = ["order.investor.count.rule"];
    expect(await codes(accept)).toEqual(full);
    const later = await onceExemptionsHaveEnded(() => codes(accept));
    expect(later, "once its exemption has ended").toEqual(full);
  });
});

/** Whether the store says of a subscription that the issuer has taken an owner who lives
 * elsewhere. */
async function isTaken(orderOid: string): Promise<boolean> {
  const { rows } = await service.admin(
    "select de_minimis_accepted from private_placement_order where order_oid = $1",
    [orderOid],
  );
  return rows[0]?.de_minimis_accepted;
}

/** Accounts of new members, each with an accepted subscription to an offer whose owner is not
 * accredited. */
function guests(owners: readonly string[], offerOid: string): Record<string, string> {
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  const numbers = owners.map((_, index) => `RA2${String(index).padStart(7, "0")}`);
  const made = { creationTimestamp: "2026-02-18T15:10:00-05:00" };
  return {
    "members.ndjson": lines(
      owners.map((loginId, index) => ({
        loginId,
        memberOid: String(70_000 + index),
        firmOid: "1002",
        membershipType: "client",
        firstName: "Guest",
        lastName: "Guest",
        dateOfBirth: "1980-01-01",
      })),
    ),
    "accounts.ndjson": lines(
      owners.map((owner, index) => ({
        accountNumber: numbers[index],
        accountName: "Guest",
        accountType: "I",
        owners: [owner],
        defaultTaxLotSelection: "FIFO",
        openedOn: "2026-02-02",
      })),
    ),
    "private-placement-orders.ndjson": lines(
      owners.map((loginId, index) => ({
        accountNumber: numbers[index],
        privatePlacementOrderOid: String(60_000 + index),
        privatePlacementOfferOid: offerOid,
        loginId,
        orderStatus: "ACCEPTED",
        requestedDollarAmount: "1000.00",
        fillDollarAmount: "1000.00",
        accredited: false,
        discretionary: false,
        solicited: false,
        reasonForTrade: "NS",
        investmentLimitCertified: false,
        blueSkyException: false,
        deMinimisAccepted: false,

        physicalSignatureReceived: false,
        ...made,
        modificationTimestamp: made.creationTimestamp,
      })),
    ),
  };
}

test("a status that the subscription has is no change, also once the time to accept is over", async () => {
  const { codes, record } = await oneOf(["RA00000001", "ACCEPTED", "2000.00"], {
    closingDate: "2026-03-01",
    executionType: "P",
    offerMinimum: "1000.00",
  });
  const before = await record();
  const entries = (await service.auditOf("RA00000001")).length;
  expect(await codes(accept)).toEqual([]);
  expect(await record()).toEqual(before);
  expect((await service.auditOf("RA00000001")).length).toBe(entries);
  expect(await codes({ ...accept, fillDollarAmount: "1999.00" })).not.toEqual([]);
});

test("of many acceptances at once as many pass as fit, the rest is refused", async () => {
  const { order } = await oneOf(initial, { offerSize: "20500.00", offerMinimum: "20500.00" });
  const owners = Array.from({ length: 200 }, (_, index) => `crowd.${index}`);
  const files = guests(owners, order[0]);
  const initialOnes = (files["private-placement-orders.ndjson"] ?? "")
    .replaceAll('"ACCEPTED"', '"INITIAL"')
    .replaceAll('"fillDollarAmount":"1000.00","accredited":false,', "")
    .replaceAll('"privatePlacementOrderOid":"60', '"privatePlacementOrderOid":"61');
  const later = (text = "") =>
    text.replaceAll("RA2", "RA3").replaceAll('"memberOid":"70', '"memberOid":"71');
  await service.load({
    "members.ndjson": later(files["members.ndjson"]),
    "accounts.ndjson": later(files["accounts.ndjson"]),
    "private-placement-orders.ndjson": later(initialOnes),
  });
  // All are sent, each sender waiting for its response, so that a slow machine turns none away.
  const codes: string[] = [];
  const left = owners.map((_, index) => String(61_000 + index));
  const sender = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      codes.push(codesOf(await decide(service, [order[0], next], accept)).join());
    }
  };
  await Promise.all(Array.from({ length: 16 }, sender));
  expect(codes.filter((code) => code === "")).toHaveLength(20);
  expect(codes.filter((code) => code === "order.capacity.rule")).toHaveLength(180);
  expect((await stateOf(service, order[0])).approved).toBe("20000.00");
});

describe("steps that there are not", () => {
  const rule = ["order.status.rule"];

  test("the response says which status the subscription has, and which the step follows", async () => {
    const { order } = await oneOf(initial);
    const sentence = async (body: Fields, caller?: "operator") =>
      (await decide(service, order, body, caller)).body[0].message;
    expect(await sentence({ orderStatus: "COMPLETE" }, "operator")).toBe(
      "The subscription is INITIAL, and COMPLETE follows PROCESSING.",
    );
    expect(await sentence({ orderStatus: "PROCESSING" }, "operator")).toBe(
      "The subscription is INITIAL.",
    );
    expect(await sentence({ fillDollarAmount: "1000.00" })).toContain("belongs to ACCEPTED");
    expect(codesOf(await decide(service, order, accept))).toEqual([]);
    expect(await sentence({ ...accept, price: "1" }, "operator")).toContain("price, tradeDate");
    expect(await sentence({ orderStatus: "ORDER_CREATED" }, "operator")).toContain(
      "The day from which cash is required has not come",
    );
    const reject = { orderStatus: "REJECTED", comment: "Not for us" };
    expect(codesOf(await decide(service, order, reject))).toEqual([]);
    expect(await sentence({ physicalSignatureReceived: true })).toBe(
      "The subscription is REJECTED and takes no such change.",
    );
  });

  test("a fill or a booking outside its step, or a step of another status", async () => {
    const { codes } = await oneOf(initial);
    expect(await codes({ fillDollarAmount: "1000.00" })).toEqual(rule);
    expect(await codes({ ...accept, price: "1" }, "operator")).toEqual(rule);
    expect(await codes({ orderStatus: "ORDER_CREATED" }, "operator")).toEqual(rule);
    expect(await codes({ orderStatus: "PROCESSING" }, "operator")).toEqual(rule);
    expect(await codes({ orderStatus: "COMPLETE" }, "operator")).toEqual(rule);
    expect(await codes({ orderStatus: "REJECTED" })).toEqual(["comment: null.comment"]);
    const reject = { orderStatus: "REJECTED", comment: "Not for us" };
    const both = await Promise.all([codes(reject), codes(reject)]);
    expect(both.flat()).toEqual(rule);
    expect(await codes(accept)).toEqual(rule);
  });

  test("the word for an owner who lives elsewhere outside the first acceptance", async () => {
    const { codes } = await oneOf([...initial, { blueSkyException: true }]);
    const word = { deMinimisAccepted: true };
    expect(await codes(word)).toEqual(rule);
    expect(await codes({ ...word, physicalSignatureReceived: true })).toEqual(rule);
    expect(await codes({ ...word, orderStatus: "REJECTED", comment: "Not for us" })).toEqual(rule);
    expect(await codes({ deMinimisAccepted: false })).toEqual([]);
    const accepted = ["RA00000003", "ACCEPTED", "2000.00"] as const;
    const elsewhere = await oneOf([...accepted, { blueSkyException: true }]);
    expect(await elsewhere.codes({ ...accept, ...word })).toEqual(rule);
    expect(await elsewhere.codes({ ...word, fillDollarAmount: "1500.00" })).toEqual(rule);
    // Where no owner lives elsewhere, it says nothing.
    const here = await oneOf([...accepted]);
    expect(await here.codes({ ...word, fillDollarAmount: "1500.00" })).toEqual([]);
  });

  test("placing waits for its day, for cash, and for an account without restrictions", async () => {
    const place = { orderStatus: "ORDER_CREATED" };
    const accepted = ["RA00000006", "ACCEPTED", "1000.00"] as const;
    const early = await oneOf(accepted);
    expect(await early.codes(place, "operator")).toEqual(rule);
    const due = await oneOf(accepted, { daysFromClosingCashIsRequired: "999" });
    expect(await due.codes(place, "operator")).toEqual([
      "order.cash.rule",
      "account.restricted.rule",
    ]);
  });

  test("the issuer makes none of the operator's", async () => {
    const { codes } = await oneOf(initial);
    for (const body of [
      { orderStatus: "COMPLETE" },
      { orderStatus: "ORDER_CREATED" },
      { price: "1" },
      { orderStatus: "CANCELLED", comment: "No" },
    ]) {
      expect(await codes(body)).toEqual(["order.operator.rule"]);
    }
  });
});

test("only the issuing firm and the operator decide, on what the offer has", async () => {
  const { order, oid } = await oneOf(initial, { issuingFirmOid: "1005", ...representative });
  const statusOf = async (caller: "issuer" | "adviser" | "otherAdviser" | "client" | "readOnly") =>
    (await decide(service, order, accept, caller)).status;
  // The offer is open to all, but it is another firm's.
  expect(await statusOf("issuer")).toBe(403);
  for (const caller of ["adviser", "otherAdviser", "client", "readOnly"] as const) {
    expect(await statusOf(caller)).toBe(403);
  }
  const absent = await decide(service, [oid, "999999"], accept, "operator");
  expect([absent.status, absent.body[0].errorCode]).toEqual([404, "order.not.found"]);
  const unlike = { ...accept, privatePlacementOrderOid: "1" };
  expect(codesOf(await decide(service, order, unlike, "operator"))).toEqual(["uri.matching.rule"]);
  expect(codesOf(await decide(service, order, accept, "operator"))).toEqual([]);
});

const representative = { issuingFirmRepresentativeOid: "2401" };
