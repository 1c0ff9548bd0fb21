// Callers that repeat a request, many at once: a change with a key or a signature happens once.
// (interface 1)
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import { openWithoutStore } from "../src/cli/contract.ts";
import { createServer } from "../src/server.ts";
import { type Example, examplesOf, type Request } from "./examples.ts";
import { openTestService, send, type TestResponse, type TestService } from "./harness.ts";
import { asItIs, type KeptService, openKeptService } from "./kept-service.ts";
import { type CallerName, testContext } from "./sample-template.ts";

/** More than the connections for changes, so that some wait; `npm run proofs` sends 64. */
const many = process.env.PROOFS === undefined ? 24 : 64;

let service: TestService;
let kept: KeptService;
/** Tokens of other API users, by the caller whose firm they share. */
const otherUsers = new Map<CallerName, string>();
const scopes = ["read", "write", "operate"];
const otherApiUsers = [
  { caller: "adviser", apiUserId: "5099", firmOid: "1002" },
  { caller: "operator", apiUserId: "5098", firmOid: "1001" },
  { caller: "issuer", apiUserId: "5097", firmOid: "1004" },
] as const;

beforeAll(async () => {
  [service, kept] = await Promise.all([openTestService(), openKeptService(asItIs)]);
  await service.load({
    "api-users.ndjson": otherApiUsers
      .map(({ caller: _caller, ...user }) => JSON.stringify({ ...user, name: "Scripts", scopes }))
      .join("\n"),
  });
  for (const { caller, apiUserId } of otherApiUsers) {
    const request = { apiUserId, expiresAt: undefined, boundLoginId: undefined };
    const drawn = await createKey(testContext(service.db), { ...request, kind: "token" });
    if (!("token" in drawn)) throw new Error("a key of another kind");
    otherUsers.set(caller, drawn.token);
  }
});
afterAll(() => Promise.all([service.close(), kept.close()]));

/** How many requests of an operation have changed something. A repeat of a moved clock may do a part of the jobs that
 * the first has made due, while that is still at it: there the moves count. */
async function changesMade(id: string): Promise<number> {
  const { rows } = await service.admin(
    // A request refused for a value that another record has leaves a trace, and changes nothing.
    `select count(distinct request_id)::int as count from audit_entry
     where operation <> 'refuseClaim' and ($1 <> 'moveClock' or operation = $1)`,
    [id],
  );
  return rows[0].count;
}

const isReplay = ({ headers }: TestResponse) => headers["idempotency-replayed"] === "true";
const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: many }, work));
const statusesOf = (responses: readonly TestResponse[]) =>
  [...new Set(responses.map(({ status }) => status))].toSorted();

const changes = examplesOf({ app: await openWithoutStore() }).filter(({ isChange }) => isChange);
const named = (chosen: readonly Example[]) => chosen.map((each) => [each.id, each] as const);

/** The same request in other bytes: it means the same, and counts as a different one. */
function inOtherBytes({ request, takesBody }: Example): Request {
  if (takesBody) return { ...request, body: `${JSON.stringify(request.body)} ` };
  return { ...request, path: `${request.path}?a=1` };
}

describe.each(named(changes.filter(({ takesKey }) => takesKey)))("%s", (id, example) => {
  const { method, path, body, headers } = example.request;
  const { caller } = example;
  const keyed = { ...headers, "Idempotency-Key": `of-many-${id}` };
  let first: TestResponse;
  let made: number;

  test(`sent ${many} times at once with one key happens once`, async () => {
    // Of what is due, sweeps at once may each do a part: it is done before.
    if (id === "runSweep") await service.call(caller, method, path, body);
    const before = await changesMade(id);
    const responses = await atOnce(() => service.call(caller, method, path, body, keyed));
    const done = responses.filter(({ status }) => status < 300);
    const fresh = done.filter((response) => !isReplay(response));
    expect(fresh).toHaveLength(1);
    [first] = fresh as [TestResponse];
    expect(new Set(done.map(({ headers }) => headers.location)).size).toBe(1);
    const others = responses.filter(({ status }) => status >= 300);
    expect(statusesOf(others).filter((status) => status !== 409)).toEqual([]);
    expect(others.map(({ headers }) => headers["retry-after"])).toEqual(others.map(() => "1"));
    made = await changesMade(id);
    expect(made).toBe(before + 1);
  });

  test("gets the first response once all have ended, also by a service started since", async () => {
    const again = await service.call(caller, method, path, body, keyed);
    const restarted = await createServer(service.app.frame);
    const authorization = `Bearer ${service.keys[caller].token}`;
    const later = await send(restarted, method, path, body, { ...keyed, authorization });
    await restarted.close();
    for (const response of [again, later]) {
      expect([response.status, isReplay(response)]).toEqual([first.status, true]);
      expect(response.headers.location).toBe(first.headers.location);
    }
    expect(await changesMade(id)).toBe(made);
  });

  test("with the key and other bytes is refused", async () => {
    const other = inOtherBytes(example);
    const response = await service.call(caller, method, other.path, other.body, keyed);
    expect([response.status, response.body[0].errorCode]).toEqual([422, "idempotency.key.reused"]);
    expect(await changesMade(id)).toBe(made);
  });

  test("with the same key of another caller is a separate request", async () => {
    const authorization = `Bearer ${otherUsers.get(caller)}`;
    const response = await send(service.app, method, path, body, { ...keyed, authorization });
    // It changes the subject again or finds nothing to change, or is refused because of the first.
    expect([200, 201, 400, 404]).toContain(response.status);
    expect(isReplay(response)).toBe(false);
    const most = response.status < 300 ? 1 : 0;
    expect(await changesMade(id)).toBeOneOf([made, made + most]);
  });
});

test.each(named(changes))(
  `%s signed and sent ${many} times at once with the same bytes happens once`,
  async (_, { caller, destroys, template, subject, request: { method, path, body, headers } }) => {
    const responses = await kept.over((own) => {
      // The failed credentials of the one before do not count.
      own.setNow(new Date(+own.now() + 61_000).toISOString());
      return atOnce(() => own.signed(caller, method, path, { body, headers }));
    });
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
    // After twenty failures an address gets a 429 in place of 401. Who no longer sees a subject,
    // since it was removed, is refused before the signature is used.
    const isRemoved = destroys && template.endsWith(`{${subject}}`);
    const usual = [401, 429, ...(isRemoved ? [403] : [])];
    expect(
      statusesOf(responses).filter((status) => status >= 300 && !usual.includes(status)),
    ).toEqual([]);
  },
);

test(`${many} changes of one account wait for each other, and each happens`, async () => {
  const before = await service.auditOf("RA00000006");
  let place = 0;
  const responses = await atOnce(() => {
    place += 1;
    const accountName = `Queued ${place}`;
    return service.call("adviser", "PUT", "/restapi/accounts/RA00000006", { accountName });
  });
  expect(statusesOf(responses)).toEqual([200]);
  expect((await service.auditOf("RA00000006")).length).toBe(before.length + many);
});

test(`${many} changes of many accounts that affect the same others end without a deadlock`, async () => {
  // SUMMIT bills by member: a plan changes on every account of its owner.
  let place = 0;
  const responses = await atOnce(() => {
    place += 1;
    const path = `/restapi/accounts/RB0000000${1 + (place % 3)}`;
    return service.call("otherAdviser", "PUT", path, { billingPlanOid: `310${1 + (place % 2)}` });
  });
  expect(statusesOf(responses)).toEqual([200]);
});
