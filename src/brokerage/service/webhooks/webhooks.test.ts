// Webhooks over HTTP, and what is delivered to them: with a clock that the test moves, and a
// receiver that the test is.

import { createHash } from "node:crypto";
import type { Id } from "@bursar/values/ids";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { anyEntry } from "../../../../test/any-entry.ts";
import { clientOf } from "../../../../test/client-call.ts";
import { useTestService } from "../../../../test/harness.ts";
import {
  type CallerName,
  testContext,
  testIds,
  testNow,
  testVault,
} from "../../../../test/sample-template.ts";
import { write } from "../../../platform/change/write.ts";
import { publishPending } from "../../../platform/feed/publisher.ts";
import { sql } from "../../../platform/store/db.ts";
import { triedForMs } from "../../../platform/webhooks/schedule.ts";
import type { Outcome, Send } from "../../../platform/webhooks/send-message.ts";
import type { Message } from "../../../platform/webhooks/signed-message.ts";
import { memberUpdated } from "../../clients-and-accounts/members/events.ts";
import { findStalledWebhooks } from "../anomalies/reads.ts";
import { countStalled, stalledWebhooks } from "./reads.ts";
import { removeOld, runDeliverer, serveWebhook } from "./run-deliverer.ts";

const service = useTestService();

const path = "/restapi/webhooks";
const url = "https://hooks.example.com/test";

interface Received {
  readonly url: string;
  readonly message: Message;
}
let received: Received[] = [];
/** How the receivers respond. */
let respond: (received: Received) => Outcome | Promise<Outcome>;
beforeEach(async () => {
  received = [];
  respond = () => ({ status: 204 });
  service.setNow(testNow.toISOString());
  // Each test has webhooks of its own, from here on in the feed.
  await publish();
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`delete from webhook where webhook_id > 4999`);
    await tx.execute(sql`delete from webhook_delivery where webhook_id > 4999`);
  });
});

const send: Send = async (to, message) => {
  received.push({ url: to, message });
  return respond({ url: to, message });
};
const term = { transaction: (work: never) => service.db.transaction(work) } as never;
const parts = () => ({
  db: service.db,
  vault: testVault,
  clock: () => service.now(),
  send,
  random: (length: number) => Buffer.alloc(length, 0),
  drawId: testIds,
});
const deliverer = () => ({ ...parts(), term, signal: new AbortController().signal });

async function publish(): Promise<void> {
  for (let from: string | undefined = ""; from !== undefined; ) {
    const { next } = await publishPending(term, service.now(), from);
    from = next === "" ? undefined : next;
  }
}

/** Delivers all that is due at this moment. */
async function deliver(webhookId: string): Promise<void> {
  await publish();
  while (await serveWebhook(deliverer(), webhookId as Id));
}

const later = (ms: number) => service.setNow(new Date(+service.now() + ms).toISOString());
const minute = 60_000;
const hour = 3_600_000;

interface Made {
  readonly id: string;
  readonly secret: string;
}

async function make(body: object = { url }, caller: CallerName = "adviser"): Promise<Made> {
  const made = await service.call(caller, "POST", path, body);
  expect(made.status, made.text).toBe(201);
  return { id: made.body.webhookId, secret: made.body.secret };
}

const sellOnly = { reason: { code: "021" }, type: { code: "SO" } };
const closing = { reason: { code: "021" }, type: { code: "CR" } };

/** Places a restriction and lifts it: two events of an account. */
async function change(account: string, restriction: object = sellOnly): Promise<void> {
  const at = `/restapi/accounts/${account}/restrictions`;
  const made = await service.call("adviser", "POST", at, restriction);
  expect(made.status, made.text).toBe(201);
  const { pathname } = new URL(String(made.headers.location));
  expect((await service.call("adviser", "DELETE", pathname)).status).toBe(200);
}

function firstMessage(): Message {
  const [first] = received;
  if (first === undefined) throw new Error("nothing was received");
  return first.message;
}

const bodies = () => received.map(({ message }) => JSON.parse(message.body));
const deliveredOf = (subject: string) =>
  bodies()
    .filter((event) => event.subject === subject)
    .map(({ type }) => type);

const deliveries = async (id: string, query = "") =>
  (await service.call("adviser", "GET", `${path}/${id}/deliveries${query}`)).body;

test("is made with a secret that one response and its repeats show, and no record", async () => {
  const headers = { "Idempotency-Key": "a-webhook" };
  const body = { url, types: ["price.set"], description: "Prices" };
  const made = await service.call("adviser", "POST", path, body, headers);
  expect(made.status).toBe(201);
  const { webhookId, secret } = made.body;
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(made.headers.location).toBe(`http://bursar.test${path}/${webhookId}`);
  const again = await service.call("adviser", "POST", path, body, headers);
  expect([again.status, again.text]).toEqual([201, made.text]);
  const one = await service.call("adviser", "GET", `${path}/${webhookId}`);
  expect(one.body).toEqual({
    webhookId,
    url,
    types: ["price.set"],
    description: "Prices",
    status: "active",
    creationTS: "2026-03-02T10:00:00.000-05:00",
    failingSinceTS: null,
    earlierSecretUntilTS: null,
  });
  expect((await service.call("adviser", "GET", path)).body).toContainEqual(one.body);
  const stored = await service.admin(
    `select (select string_agg(value::text, '') from idempotency_result)
      || (select string_agg(detail::text, '') from audit_entry)
      || (select string_agg(encode(secret_sealed, 'escape'), '') from webhook) as text`,
  );
  expect(stored.rows[0].text).toContain(webhookId);
  expect(stored.rows[0].text).not.toContain(secret.slice(6));
  const entry = (await service.auditOf("firm:1002")).at(-1);
  expect(entry).toMatchObject({
    operation: "createWebhook",
    detail: {
      detail: { webhookId },
      // The path may hold a token of the receiver.
      after: { webhook: { url: "https://hooks.example.com", status: "active" } },
    },
  });

  // The repeat of a request does not show the secret that has replaced its own.
  later(minute);
  const renewed = await service.call("adviser", "POST", `${path}/${webhookId}/secrets`, {});
  expect(renewed.status).toBe(201);
  expect(renewed.body.secret).not.toBe(secret);
  const late = await service.call("adviser", "POST", path, body, headers);
  expect(late.body).toEqual({ webhookId, secret: null });
});

test("belongs to a firm: others see none of it, and clients have none", async () => {
  const { id } = await make();
  const others: readonly CallerName[] = ["otherAdviser", "operator", "issuer", "client"];
  for (const caller of others) {
    expect((await service.call(caller, "GET", `${path}/${id}`)).status).toBe(403);
    expect((await service.call(caller, "DELETE", `${path}/${id}`)).status).toBe(403);
  }
  const list = await service.call("operator", "GET", path);
  expect(list.body).toEqual([]);
  expect((await service.call("client", "POST", path, { url })).status).toBe(403);
  expect((await service.call("readOnly", "POST", path, { url })).status).toBe(403);
});

test("is refused with an address of the inside, by a request and by an update", async () => {
  const inside = "https://169.254.169.254/";
  const problem = [expect.objectContaining({ errorCode: "webhook.url.rule" })];
  const made = await service.call("adviser", "POST", path, { url: inside });
  expect([made.status, made.body]).toEqual([400, problem]);
  const { id } = await make();
  const changed = await service.call("adviser", "PUT", `${path}/${id}`, { url: inside });
  expect([changed.status, changed.body]).toEqual([400, problem]);
  const none = await service.call("adviser", "POST", path, { url, types: [] });
  expect(none.body).toMatchObject([{ errorCode: "webhook.types.rule" }]);
  const emptied = await service.call("adviser", "PUT", `${path}/${id}`, { types: [] });
  expect(emptied.body).toMatchObject([{ errorCode: "webhook.types.rule" }]);
  const unknown = await service.call("adviser", "POST", path, { url, types: ["a.b"] });
  expect(unknown.status).toBe(400);
});

test("a firm has twenty at most, however many are asked for at once", async () => {
  const asked = Array.from({ length: 24 }, () => service.call("adviser", "POST", path, { url }));
  const responses = await Promise.all(asked);
  const made = responses.filter(({ status }) => status === 201);
  // One is the sample's.
  expect(made).toHaveLength(19);
  expect(responses.find(({ status }) => status === 400)?.body).toMatchObject([
    { errorCode: "webhook.count.rule" },
  ]);
});

test("what happens is sent in the order of each subject, signed, and is listed", async () => {
  await change("RA00000001");
  await publish();
  const { id, secret } = await make({ url, types: ["restriction.created", "restriction.lifted"] });
  await deliver(id);
  expect(received).toEqual([]);
  await change("RA00000001");
  await change("RA00000002");
  await deliver(id);
  const both = ["restriction.created", "restriction.lifted"];
  expect([deliveredOf("RA00000001"), deliveredOf("RA00000002")]).toEqual([both, both]);
  for (const { url: to, message } of received) {
    expect(to).toBe(url);
    // The package compares with the clock of the machine.
    const { headers, body } = message;
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    expect(at).toEqual(service.now());
    const signed = new Webhook(secret).sign(String(headers["webhook-id"]), at, body);
    expect(headers["webhook-signature"]).toBe(signed);
    expect(headers["webhook-id"]).toBe(JSON.parse(body).id);
  }
  const [first] = bodies();
  const feed = await service.call("adviser", "GET", "/restapi/events?limit=1000");
  expect(feed.body.events).toContainEqual(first);
  const listed = await deliveries(id, "?status=delivered");
  expect(listed).toHaveLength(4);
  expect(listed).toContainEqual({
    deliveryId: first.id,
    type: "restriction.created",
    subject: first.subject,
    status: "delivered",
    attempts: "1",
    lastStatus: "204",
    lastFault: null,
    creationTS: "2026-03-02T10:00:00.000-05:00",
    lastAttemptTS: "2026-03-02T10:00:00.000-05:00",
    nextAttemptTS: null,
  });
  const [newest, ...older] = await deliveries(id);
  expect(await deliveries(id, `?before=${newest.deliveryId}&limit=2`)).toEqual(older.slice(0, 2));
  // A response links to those that are older, as long as there are any.
  for (const limit of ["1", "3", "4"]) {
    const params = { path: { webhookid: id }, query: { limit } };
    const all = clientOf(service, "adviser").bursar.each(`${path}/{webhookid}/deliveries`, {
      params,
    });
    expect(await Array.fromAsync(all)).toEqual([newest, ...older]);
  }
  const { headers } = await service.call("adviser", "GET", `${path}/${id}/deliveries?limit=4`);
  expect(headers.link).toBe(undefined);
});

test("two secrets sign for a day after a change", async () => {
  const { id, secret } = await make({ url });
  const renewed = await service.call("adviser", "POST", `${path}/${id}/secrets`, {});
  const secrets = [renewed.body.secret, secret];
  const shown = await service.call("adviser", "GET", `${path}/${id}`);
  expect(shown.body.earlierSecretUntilTS).toBe("2026-03-03T10:00:00.000-05:00");
  const signaturesOf = async () => {
    received = [];
    await change("RA00000001");
    await deliver(id);
    const { headers, body } = firstMessage();
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signed = secrets.map((each) =>
      new Webhook(each).sign(String(headers["webhook-id"]), at, body),
    );
    return { sent: String(headers["webhook-signature"]).split(" "), signed };
  };
  const during = await signaturesOf();
  expect(during.sent).toEqual(during.signed);
  later(24 * hour);
  const after = await signaturesOf();
  expect(after.sent).toEqual(after.signed.slice(0, 1));
  // They stay good at another address.
  const moved = { url: "https://hooks.example.com/moved" };
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  expect((await service.call("adviser", "PUT", `${path}/${id}`, moved)).status).toBe(200);
  const { before, after: is } = (await service.auditOf("firm:1002")).at(-1)?.detail ?? {};
  const noted = { url: "https://hooks.example.com" };
  expect(before).toMatchObject({ webhook: { ...noted, urlDigest: digest(url) } });
  expect(is).toMatchObject({ webhook: { ...noted, urlDigest: digest(moved.url) } });
  const there = await signaturesOf();
  expect(there.sent).toEqual(there.signed.slice(0, 1));
  expect(received[0]?.url).toBe(moved.url);
});

test("a receiver that is gone for an hour gets all in order, and later events wait for earlier", async () => {
  const { id } = await make();
  respond = () => ({ fault: "connection" });
  await change("RA00000001");
  await change("RA00000002");
  await deliver(id);
  expect(received).toHaveLength(2);
  const asked = `${path}/${id}`;
  expect((await service.call("adviser", "GET", asked)).body.failingSinceTS).not.toBeNull();
  for (let passed = 0; passed < hour; passed += 5 * minute) {
    later(5 * minute);
    received = [];
    await publish();
    await serveWebhook(deliverer(), id as Id);
    // One at a time while nothing is accepted.
    expect(received.length).toBeLessThan(2);
    expect(deliveredOf("RA00000001")).not.toContain("restriction.lifted");
  }
  received = [];
  respond = () => ({ status: 200 });
  later(hour);
  await deliver(id);
  await deliver(id);
  const both = ["restriction.created", "restriction.lifted"];
  expect([deliveredOf("RA00000001"), deliveredOf("RA00000002")]).toEqual([both, both]);
  expect((await service.call("adviser", "GET", asked)).body.failingSinceTS).toBeNull();
});

test("one that is set going again is tried at once, though it waits", async () => {
  const { id } = await make();
  respond = () => ({ status: 503 });
  await change("RA00000001");
  for (let round = 0; round < 6; round += 1) {
    later(10 * minute);
    await deliver(id);
  }
  const before = received.length;
  await deliver(id);
  expect(received).toHaveLength(before);
  expect((await service.call("adviser", "PUT", `${path}/${id}`, { status: "active" })).status).toBe(
    200,
  );
  respond = () => ({ status: 200 });
  await deliver(id);
  expect(received).toHaveLength(before + 2);
});

test("one subject that is refused holds up no other", async () => {
  const { id } = await make();
  respond = ({ message }) => ({ status: message.body.includes("RA00000001") ? 400 : 200 });
  await change("RA00000001");
  await change("RA00000002");
  for (let round = 0; round < 5; round += 1) {
    await deliver(id);
    later(10);
  }
  expect(deliveredOf("RA00000002")).toEqual(["restriction.created", "restriction.lifted"]);
  expect(new Set(deliveredOf("RA00000001"))).toEqual(new Set(["restriction.created"]));
});

test("after three days an event is given up, and its subject goes on", async () => {
  const { id } = await make();
  respond = ({ message }) => ({ status: message.body.includes("restriction.created") ? 500 : 200 });
  await change("RA00000001");
  await deliver(id);
  const [lifted, created] = await deliveries(id);
  expect([created.status, lifted.status]).toEqual(["pending", "pending"]);
  // 18 attempts in all.
  for (let passed = 0; passed <= triedForMs + 8 * hour; passed += hour / 2) {
    await deliver(id);
    later(hour / 2);
  }
  const [second, first] = await deliveries(id);
  expect(first).toMatchObject({ status: "undelivered", lastStatus: "500", nextAttemptTS: null });
  expect(Number(first.attempts)).toBeGreaterThan(12);
  expect(second).toMatchObject({ status: "delivered", attempts: "1" });

  // It is sent again when it is asked for, once, and under the same id.
  const again = `${path}/${id}/deliveries/${first.deliveryId}/redeliver`;
  expect((await service.call("adviser", "POST", again, {})).status).toBe(201);
  received = [];
  await deliver(id);
  await deliver(id);
  expect(received).toHaveLength(1);
  expect(received[0]?.message.headers["webhook-id"]).toBe(first.deliveryId);
  expect((await deliveries(id))[1].status).toBe("undelivered");
  respond = () => ({ status: 200 });
  expect((await service.call("adviser", "POST", again, {})).status).toBe(201);
  const asked = await service.call("adviser", "POST", again, {});
  expect(asked.body).toMatchObject([{ errorCode: "delivery.status.rule" }]);
  await deliver(id);
  expect((await deliveries(id))[1].status).toBe("delivered");
  await service.call("adviser", "PUT", `${path}/${id}`, { status: "paused" });
  const paused = await service.call("adviser", "POST", again, {});
  expect(paused.body).toMatchObject([{ errorCode: "webhook.status.rule" }]);
  const unknown = await service.call("adviser", "POST", `${path}/${id}/deliveries/1/redeliver`, {});
  expect(unknown.status).toBe(404);
  expect(unknown.body).toMatchObject([{ errorCode: "delivery.not.found" }]);
});

test("after five days without a success it is disabled, emits an event, and can be resumed", async () => {
  const { id } = await make({ url, types: ["restriction.created"] });
  respond = () => ({ fault: "time" });
  for (let day = 0; day < 5; day += 1) {
    await change("RA00000001");
    await deliver(id);
    later(24 * hour);
  }
  const statusOf = async () => (await service.call("adviser", "GET", `${path}/${id}`)).body.status;
  expect(await statusOf()).toBe("active");
  await deliver(id);
  expect(await statusOf()).toBe("disabled");
  const entry = (await service.auditOf("firm:1002")).at(-1);
  expect(entry).toMatchObject({ operation: "disableWebhook", caller: { command: "deliverer" } });
  const last = (await service.eventsOf("firm:1002")).at(-1);
  expect(last).toEqual({ type: "webhook.disabled", data: { webhookId: id } });
  await publish();
  const feed = (caller: CallerName) =>
    service.call(caller, "GET", "/restapi/events?types=webhook.disabled");
  expect((await feed("adviser")).body.events.at(-1)).toMatchObject({ data: { webhookId: id } });
  expect((await feed("otherAdviser")).body.events).toEqual([]);

  received = [];
  await change("RA00000002");
  await deliver(id);
  expect(received).toEqual([]);
  const ping = await service.call("adviser", "POST", `${path}/${id}/ping`, {});
  expect(ping.body).toMatchObject([{ errorCode: "webhook.status.rule" }]);
  const paused = await service.call("adviser", "PUT", `${path}/${id}`, { status: "paused" });
  expect(paused.body).toMatchObject([{ errorCode: "webhook.status.rule" }]);
  respond = () => ({ status: 200 });
  expect((await service.call("adviser", "PUT", `${path}/${id}`, { status: "active" })).status).toBe(
    200,
  );
  await deliver(id);
  expect(deliveredOf("RA00000002")).toEqual(["restriction.created"]);
});

test("one that is paused receives afterwards what happened meanwhile", async () => {
  const { id } = await make();
  const put = (status: string) => service.call("adviser", "PUT", `${path}/${id}`, { status });
  expect((await put("paused")).status).toBe(200);
  const entries = (await service.auditOf("firm:1002")).length;
  expect((await put("paused")).status).toBe(200);
  expect(await service.auditOf("firm:1002")).toHaveLength(entries);
  await change("RA00000001");
  await deliver(id);
  expect(received).toEqual([]);
  await put("active");
  await deliver(id);
  expect(deliveredOf("RA00000001")).toHaveLength(2);
});

test("one of a store that was restored is paused until it is set going", async () => {
  const { id } = await make();
  await service.db.transaction(async (tx) => {
    await tx.execute(sql`
      update store_property set value = gen_random_uuid()::text where name = 'event_epoch'`);
  });
  const read = async () => (await service.call("adviser", "GET", `${path}/${id}`)).body.status;
  expect(await read()).toBe("paused");
  await change("RA00000001");
  await deliver(id);
  expect(received).toEqual([]);
  await service.call("adviser", "PUT", `${path}/${id}`, { status: "active" });
  expect(await read()).toBe("active");
  await deliver(id);
  expect(deliveredOf("RA00000001")).toHaveLength(2);
});

test("a ping is sent at once, whatever the types, to that webhook alone", async () => {
  const { id } = await make({ url, types: ["price.set"] });
  const other = await make({ url, types: ["price.set"] });
  expect((await service.call("adviser", "POST", `${path}/${id}/ping`, {})).status).toBe(201);
  respond = () => ({ status: 404 });
  await deliver(id);
  await deliver(other.id);
  expect(bodies()).toMatchObject([
    { type: "webhook.pinged", subject: "firm:1002", data: { webhookId: id } },
  ]);
  expect(await deliveries(id)).toMatchObject([
    { type: "webhook.pinged", status: "undelivered", lastStatus: "404", attempts: "1" },
  ]);
});

test("sight is judged at each attempt", async () => {
  const { id } = await make();
  const data = { loginId: "harbor.lin", fields: ["title"] };
  await write(testContext(service.db), anyEntry("tell"), async () => ({
    value: null,
    audit: [{ subject: "member:harbor.lin", detail: {}, events: [memberUpdated(data)] }],
  }));
  respond = () => ({ status: 500 });
  await deliver(id);
  expect(received).toHaveLength(1);
  // The member goes to another firm while the event waits.
  const moveTo = (firmOid: number) =>
    service.admin("update member set firm_oid = $1 where login_id = 'harbor.lin'", [firmOid]);
  await moveTo(1003);
  received = [];
  respond = () => ({ status: 200 });
  later(minute);
  await deliver(id);
  await moveTo(1002);
  expect(received).toEqual([]);
  expect(await deliveries(id)).toMatchObject([{ status: "withheld" }]);
});

test("a row that was altered past the service sends nothing", async () => {
  const { id } = await make();
  await service.admin(
    "update webhook set url = 'https://evil.example.com/' where webhook_id = $1",
    [id],
  );
  await change("RA00000001");
  await publish();
  await expect(serveWebhook(deliverer(), id as Id)).rejects.toThrow("sealed value");
  expect(received).toEqual([]);
});

test("one that is removed receives nothing more, and is gone", async () => {
  const { id } = await make();
  await change("RA00000001");
  await publish();
  expect((await service.call("adviser", "DELETE", `${path}/${id}`)).status).toBe(200);
  await deliver(id);
  expect(received).toEqual([]);
  expect((await service.call("adviser", "GET", `${path}/${id}`)).status).toBe(403);
  const { rows } = await service.admin("select from webhook_delivery where webhook_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("the deliverer serves each by itself: one that never responds delays no other", async () => {
  const slow = await make({ url: "https://slow.example.com/" });
  const quick = await make({ url: "https://quick.example.com/" });
  const release = Promise.withResolvers<Outcome>();
  respond = ({ url: to }) => (to.includes("slow") ? release.promise : { status: 200 });
  const warned: unknown[] = [];
  const stop = runDeliverer(parts(), term, { warn: (line: unknown) => warned.push(line) } as never);
  const toQuick = () => received.filter(({ url: to }) => to.includes("quick")).length;
  for (const count of [2, 4, 6]) {
    await change("RA00000001", count === 4 ? closing : sellOnly);
    await publish();
    await expect.poll(toQuick, { timeout: 60_000 }).toBe(count);
  }
  const stopped = stop();
  release.resolve({ status: 200 });
  await stopped;
  expect(warned).toEqual([]);
  expect(await deliveries(quick.id, "?status=delivered")).toHaveLength(6);
  // A delivery that was under way when the term ended is sent again by the next leader.
  expect(await deliveries(slow.id, "?status=delivered")).toEqual([]);
  received = [];
  respond = () => ({ status: 200 });
  await deliver(slow.id);
  expect(deliveredOf("RA00000001")).toHaveLength(6);
});

test("deliveries are listed for a week", async () => {
  const { id } = await make();
  await change("RA00000001");
  await deliver(id);
  expect(await removeOld(deliverer())).toBe(0);
  later(7 * 24 * hour + 1);
  // One of them is the sample's.
  expect(await removeOld(deliverer())).toBe(3);
  expect(await deliveries(id)).toEqual([]);
});

test("one without progress is reported, and one that is slow or queued is not", async () => {
  const { id } = await make();
  await change("RA00000001");
  const stalled = async () =>
    (await stalledWebhooks(service.db, service.now())).map(({ webhookId }) => webhookId);
  // The first attempt fails, so that what follows of the account waits for the second.
  respond = () => ({ status: 500 });
  await deliver(id);
  expect((await deliveries(id, "?status=pending")).length).toBeGreaterThan(1);
  expect(await stalled()).not.toContain(id);
  const { rows } = await service.admin(
    `select min(next_at) as "nextAt" from webhook_delivery
     where webhook_id = $1 and attempts > 0`,
    [id],
  );
  service.setNow(new Date(+rows[0].nextAt + minute - 1).toISOString());
  expect(await stalled()).not.toContain(id);
  later(2);
  expect(await stalled()).toContain(id);
  const [oddity] = await findStalledWebhooks(service.db, service.now());
  expect(oddity).toMatchObject({ kind: "webhook that stands still" });
  const anomalies = await service.call("operator", "GET", "/restapi/service/oddities");
  expect(anomalies.body).toContainEqual({ ...oddity, count: String(oddity?.count) });
  expect(oddity?.first.join()).toContain(`Webhook ${id} of firm 1002 was sent nothing`);
  expect(await countStalled(service.db, service.now())).toBe(oddity?.count);
  await deliver(id);
  expect(await stalled()).not.toContain(id);
});
