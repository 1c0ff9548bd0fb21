// Callers who repeat themselves, many at once: a change with a key or a signature happens once.
// (interface 1)
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../src/resources/api-users/create-key.ts";
import { NewOffer } from "../src/resources/offers/schema.ts";
import { createServer } from "../src/server.ts";
import { type Answer, type House, openHouse, send } from "./harness.ts";
import { testContext } from "./sample-template.ts";

const [exampleOffer] = (NewOffer as { examples?: object[] }).examples ?? [];
const many = 64;

interface Change {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  readonly otherBody: object;
  /** What another caller who sends the same is told: the change again, or that it was made. */
  readonly othersStatus: number;
}

const signature = (text: string) => ({
  loginId: "ada.whitfield",
  signatureMethod: "SIGNED_PDF",
  signatureData: Buffer.from(`%PDF-1.7\n${text}`).toString("base64"),
});
const offer = (ticker: string) => ({
  ...exampleOffer,
  published: false,
  security: { ticker, previousClosingPrice: "12.50" },
});

const changes: Readonly<Record<string, Change>> = {
  updateAccount: {
    method: "PUT",
    path: "/restapi/accounts/RA00000001",
    body: { accountName: "Repeated" },
    otherBody: { accountName: "Another" },
    othersStatus: 200,
  },
  createRestriction: {
    method: "POST",
    path: "/restapi/accounts/RA00000002/restrictions",
    body: { reason: { code: "021" }, type: { code: "CR" } },
    otherBody: { reason: { code: "021" }, type: { code: "SO" } },
    othersStatus: 400,
  },
  signCustomerAgreement: {
    method: "POST",
    path: "/restapi/accounts/RA00000001/customeragreement",
    body: signature("once"),
    otherBody: signature("another"),
    othersStatus: 200,
  },
  createOffer: {
    method: "POST",
    path: "/restapi/privateplacementoffers",
    body: offer("PRIV.RPT"),
    otherBody: offer("PRIV.RPU"),
    othersStatus: 400,
  },
};

let house: House;
let otherUser: string;
beforeAll(async () => {
  house = await openHouse();
  await house.admin(`insert into api_user (api_user_id, firm_oid, name, scopes)
    select 5099, firm_oid, 'Harbor scripts', scopes from api_user where api_user_id = 5001`);
  const request = { apiUserId: "5099", expiresAt: undefined, boundLoginId: undefined };
  const drawn = await createKey(testContext(house.db), { ...request, kind: "token" });
  if (!("token" in drawn)) throw new Error("a key of another kind");
  otherUser = drawn.token;
});
afterAll(() => house.close());

/** How many entries of an operation stand, beside those of the sample. */
async function entries(operation: string): Promise<string> {
  const { rows } = await house.admin(
    "select count(*) as count from audit_entry where operation = $1",
    [operation],
  );
  return String(Number(rows[0].count) - (entriesOfSample.get(operation) ?? 0));
}

const entriesOfSample = new Map<string, number>();
beforeAll(async () => {
  for (const operation of Object.keys(changes)) {
    entriesOfSample.set(operation, Number(await entries(operation)));
  }
});

const isReplay = ({ headers }: Answer) => headers["idempotency-replayed"] === "true";
const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: many }, work));
const statusesOf = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted();

describe.each(Object.entries(changes))("%s", (operation, change) => {
  const { method, path, body, otherBody, othersStatus } = change;
  const key = { "Idempotency-Key": `of-many-${operation}` };
  let first: Answer;

  test("sent 64 times at once with one key happens once", async () => {
    const answers = await atOnce(() => house.call("adviser", method, path, body, key));
    const done = answers.filter(({ status }) => status < 300);
    const made = done.filter((answer) => !isReplay(answer));
    expect(made).toHaveLength(1);
    [first] = made as [Answer];
    expect(new Set(done.map(({ headers }) => headers.location)).size).toBe(1);
    const others = answers.filter(({ status }) => status >= 300);
    expect(statusesOf(others).filter((status) => status !== 409)).toEqual([]);
    expect(others.map(({ headers }) => headers["retry-after"])).toEqual(others.map(() => "1"));
    expect(await entries(operation)).toBe("1");
  });

  test("is answered as the first time once all have ended, and by a service started since", async () => {
    const again = await house.call("adviser", method, path, body, key);
    const restarted = await createServer(house.app.frame);
    const authorization = `Bearer ${house.keys.adviser.token}`;
    const later = await send(restarted, method, path, body, { ...key, authorization });
    await restarted.close();
    for (const answer of [again, later]) {
      expect([answer.status, isReplay(answer)]).toEqual([first.status, true]);
      expect(answer.headers.location).toBe(first.headers.location);
    }
    expect(await entries(operation)).toBe("1");
  });

  test("with the key and another body is refused", async () => {
    const answer = await house.call("adviser", method, path, otherBody, key);
    expect([answer.status, answer.body[0].errorCode]).toEqual([422, "idempotency.key.reused"]);
    expect(await entries(operation)).toBe("1");
  });

  test("with another caller's same key is a request of its own", async () => {
    const authorization = `Bearer ${otherUser}`;
    const answer = await send(house.app, method, path, body, { ...key, authorization });
    expect([answer.status, isReplay(answer)]).toEqual([othersStatus, false]);
    expect(await entries(operation)).toBe(othersStatus < 300 ? "2" : "1");
  });
});

test("a signed change sent 64 times at once, byte for byte the same, happens once", async () => {
  const before = await house.auditOf("RA00000004");
  const path = "/restapi/accounts/RA00000004";
  const body = { accountName: "Signed once" };
  const answers = await atOnce(() => house.signed("adviser", "PUT", path, { body }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  // After twenty failures an address receives 429 instead of 401.
  expect(statusesOf(answers).filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
  expect((await house.auditOf("RA00000004")).length).toBe(before.length + 1);
});

test("64 changes of one account wait for each other, and each happens", async () => {
  const before = await house.auditOf("RA00000006");
  let place = 0;
  const answers = await atOnce(() => {
    place += 1;
    const accountName = `Queued ${place}`;
    return house.call("adviser", "PUT", "/restapi/accounts/RA00000006", { accountName });
  });
  expect(statusesOf(answers)).toEqual([200]);
  expect((await house.auditOf("RA00000006")).length).toBe(before.length + many);
});

test("64 changes of many accounts that reach the same others end without a deadlock", async () => {
  // SUMMIT bills by member: a plan changes on every account of its owner.
  let place = 0;
  const answers = await atOnce(() => {
    place += 1;
    const path = `/restapi/accounts/RB0000000${1 + (place % 3)}`;
    return house.call("otherAdviser", "PUT", path, { billingPlanOid: `310${1 + (place % 2)}` });
  });
  expect(statusesOf(answers)).toEqual([200]);
});
