// A flood of changes by one caller: the changes of others are made meanwhile, its own wait for
// their turn, and beyond a bound they are refused. (docs/interface.md, limits)
import { expect, test } from "vitest";
import { sql } from "../src/platform/store/db.ts";
import { type TestResponse, useTestService } from "./harness.ts";
import { untilWaiting } from "./lock-waits.ts";
import { addressOf, openSocket } from "./raw-http.ts";

// Eight connections: two for a subject, four for a firm.
const limits = {
  writeConnections: 8,
  waitingOfSubject: 4,
  waitingOfFirm: 6,
  lockTimeoutMs: 60_000,
};

const service = useTestService({}, undefined, limits);

const pathOf = (account: string) => `/restapi/accounts/${account}`;
// A member has no two accounts of one name.
const rename = (account: string, accountName = `Flooded ${account.slice(-2)}`) =>
  service.call("adviser", "PUT", pathOf(account), { accountName });
const ofOtherFirm = () =>
  service.call("otherAdviser", "PUT", pathOf("RB00000001"), { accountName: "Elsewhere" });

const ofStranger = () =>
  service.call("otherAdviser", "PUT", pathOf("RA00000001"), { accountName: "Not theirs" });

const waiting = () => service.db.usage().writes.waiting;
const untilInLine = (count: number) => expect.poll(waiting, { timeout: 30_000 }).toBe(count);

/** Locks accounts by a connection that is none of the service's changes. */
async function whileLocked<T>(accounts: readonly string[], work: () => Promise<T>): Promise<T> {
  return service.db.forLoads.transaction(async (tx) => {
    for (const account of accounts) {
      await tx.execute(sql`select from account where account_number = ${account} for update`);
    }
    return work();
  });
}

const statuses = async (responses: readonly Promise<TestResponse>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

test("while one account is flooded, others are changed, and an anonymous caller is refused at once", async () => {
  const { flood, others } = await whileLocked(["RA00000001"], async () => {
    const sent = Array.from({ length: 6 }, () => rename("RA00000001"));
    await untilWaiting(service.db, 2);
    await untilInLine(4);
    const anonymousCallers = [1, 2, 3].map(() => ofStranger());
    const all = [rename("RA00000002"), ofOtherFirm(), ...anonymousCallers];
    return { flood: sent, others: await statuses(all) };
  });
  expect(others).toEqual([200, 200, 403, 403, 403]);
  expect(await statuses(flood)).toEqual(Array(6).fill(200));
});

test("while one firm's accounts are flooded, other firms' are changed", async () => {
  const accounts = ["RA00000001", "RA00000002", "RA00000003"];
  const { flood, other } = await whileLocked(accounts, async () => {
    const sent = accounts.flatMap((account) => [rename(account), rename(account), rename(account)]);
    await untilWaiting(service.db, 4);
    await untilInLine(5);
    return { flood: sent, other: await ofOtherFirm() };
  });
  expect(other.status).toBe(200);
  expect(await statuses(flood)).toEqual(Array(9).fill(200));
});

test("a change too many gets 429, a malformed one 400, and others as always", async () => {
  const { flood, responses } = await whileLocked(["RA00000001"], async () => {
    const sent = Array.from({ length: 6 }, () => rename("RA00000001"));
    await untilInLine(4);
    const malformed = service.call("adviser", "PUT", pathOf("RA00000001"), { accountname: "" });
    const read = service.call("adviser", "GET", pathOf("RA00000001"));
    const all = [rename("RA00000001"), malformed, read, ofOtherFirm()];
    return { flood: sent, responses: await Promise.all(all) };
  });
  expect(responses.map(({ status }) => status)).toEqual([429, 400, 200, 200]);
  expect([responses[0]?.headers["retry-after"], responses[0]?.body]).toMatchInlineSnapshot(`
    [
      "1",
      [
        {
          "errorCode": "too.many.changes",
          "message": "Too many changes of this subject or firm are waiting; try again.",
          "type": "REQUEST",
        },
      ],
    ]
  `);
  expect(await statuses(flood)).toEqual(Array(6).fill(200));
  expect((await rename("RA00000001")).status).toBe(200);
});

test("changes of one account are made in the order in which they came", async () => {
  const names = ["One", "Two", "Three", "Four", "Five"];
  const flood = await whileLocked(["RA00000004"], async () => {
    const sent: Promise<TestResponse>[] = [];
    for (const [place, name] of names.entries()) {
      sent.push(rename("RA00000004", name));
      if (place < 2) await untilWaiting(service.db, place + 1);
      else await untilInLine(place - 1);
    }
    return sent;
  });
  expect(await statuses(flood)).toEqual(names.map(() => 200));
  const entries = await service.auditOf("RA00000004");
  const made = entries.filter(({ operation }) => operation === "updateAccount");
  // Two run at once, so that each may overtake one other.
  const order = made.map(({ detail }) => names.indexOf(detail.after.accountName));
  expect(order).toHaveLength(5);
  for (const [place, of] of order.entries()) expect(Math.abs(place - of)).toBeLessThanOrEqual(1);
});

test("a change whose caller hangs up in line is not made, and the line moves on", async () => {
  const before = (await service.auditOf("RA00000005")).length;
  const body = '{"accountName":"Hung up"}';
  const flood = await whileLocked(["RA00000005"], async () => {
    const sent = [rename("RA00000005"), rename("RA00000005")];
    await untilWaiting(service.db, 2);
    const socket = await openSocket(await addressOf(service.app));
    socket.write(
      `PUT ${pathOf("RA00000005")} HTTP/1.1\r\nHost: bursar.test\r\n` +
        `Authorization: Bearer ${service.keys.adviser.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await untilInLine(1);
    sent.push(rename("RA00000005"));
    await untilInLine(2);
    socket.destroy();
    await untilInLine(1);
    return sent;
  });
  expect(await statuses(flood)).toEqual([200, 200, 200]);
  expect((await service.auditOf("RA00000005")).length).toBe(before + 3);
});

test("a repeat of a change that waits in line is refused with 409 at once", async () => {
  const body = { accountName: "Repeated" };
  const key = { "Idempotency-Key": "in-line" };
  const send = () => service.call("adviser", "PUT", pathOf("RA00000006"), body, key);
  const { flood, repeat } = await whileLocked(["RA00000006"], async () => {
    const sent = [rename("RA00000006"), rename("RA00000006")];
    await untilWaiting(service.db, 2);
    sent.push(send());
    await untilInLine(1);
    return { flood: sent, repeat: await send() };
  });
  expect([repeat.status, repeat.body[0].errorCode]).toEqual([409, "idempotency.key.in.use"]);
  expect(await statuses(flood)).toEqual([200, 200, 200]);
  const again = await send();
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([200, "true"]);
});
