// Two `serve` on two addresses over one database. One of them leads at a time, and both refuse a
// revoked credential. When the leader dies the other one leads: no event is lost, sent twice or out
// of order, and a receiver that was down gets all of them.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, type TestDatabase, urlOf } from "./database.ts";
import { makeDataFolder, runBursar, type ServiceProcess, startService } from "./service-process.ts";

const patience = { timeout: 60_000 };

let store: TestDatabase;
let environment: Readonly<Record<string, string>>;
const folders: Awaited<ReturnType<typeof makeDataFolder>>[] = [];
let services: readonly [ServiceProcess, ServiceProcess];
beforeAll(async () => {
  store = await newDatabase("sample");
  environment = {
    DATABASE_URL: urlOf(store.settings),
    MASTER_KEY: "07".repeat(32),
    SAMPLE: "off",
    // A receiver on loopback is for a sandbox alone.
    SANDBOX: "true",
  };
  services = [await start(), await start()];
});
afterAll(async () => {
  for (const service of services ?? []) {
    service.signal("SIGKILL");
    await service.ended;
  }
  await store?.drop();
  for (const folder of folders) await folder.remove();
});

async function start(): Promise<ServiceProcess> {
  const folder = await makeDataFolder();
  folders.push(folder);
  return startService(folder.dataDir, environment);
}

async function leads({ address }: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^bursar_leads (\d)$/m.exec(text)?.[1]);
}

async function leadOfBoth(): Promise<readonly number[]> {
  return Promise.all(services.map(leads));
}

test("a credential that is revoked is refused at both addresses within five seconds", async () => {
  const created = await runBursar(["keys", "create", "5001", "--json"], environment);
  const { token, keyId } = JSON.parse(created.stdout).result;
  const statuses = () =>
    Promise.all(
      services.map(async ({ address }) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${address}/restapi/accounts/RA00000001`, { headers })).status;
      }),
    );
  expect(await statuses()).toEqual([200, 200]);
  await runBursar(["keys", "revoke", keyId], environment);
  await delay(5_000);
  expect(await statuses()).toEqual([401, 401]);
});

interface Told {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly accountRestrictionId: string };
}

interface Page {
  readonly events: readonly Told[];
  readonly position: string;
  readonly hasMore: boolean;
}

/** The events of changes that this test knows: the same in the feed and at a receiver. */
const nameOf = ({ type, data }: Told) => `${type} ${data.accountRestrictionId}`;
const bySubject = (events: readonly Told[]) =>
  Object.fromEntries(
    accounts.map((account) => [
      account,
      events.filter(({ subject }) => subject === account).map(nameOf),
    ]),
  );

const accounts = ["RA00000001", "RA00000002", "RA00000003"];
const types = ["restriction.created", "restriction.lifted"];

/** Listens on a port of loopback, and keeps what it accepts, once by its id. */
async function listen(port: number, received: Map<string, Told>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const event: Told = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (!received.has(event.id)) received.set(event.id, event);
    response.writeHead(204, { connection: "close" }).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

/** Sends a request to one of the services, and to the other with the same key if that one is gone. */
async function sendToEither(
  turn: number,
  path: string,
  request: { readonly method: string; readonly headers: object; readonly body?: string },
): Promise<{ readonly reply: Response; readonly isRepeated: boolean }> {
  const headers = { ...request.headers, "idempotency-key": `change-${turn}` };
  for (let attempt = 0; ; attempt += 1) {
    const { address = "" } = services[(turn + attempt) % 2] ?? {};
    try {
      const reply = await fetch(`${address}${path}`, { ...request, headers });
      return { reply, isRepeated: attempt > 0 };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

test("one of them leads; when it is killed among changes the other one does, and every event is emitted once and in order, to a receiver that was gone as well", async () => {
  await expect.poll(async () => (await leadOfBoth()).toSorted(), patience).toEqual([0, 1]);
  const [first] = await leadOfBoth();
  const [leader, other] = first === 1 ? services : services.toReversed();
  if (leader === undefined || other === undefined) throw new Error("there are two");
  const made = await runBursar(["keys", "create", "5001", "--json"], environment);
  const { token } = JSON.parse(made.stdout).result;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const reply = await fetch(`${other.address}/restapi/${path}`, sent);
    expect(reply.ok, await reply.clone().text()).toBe(true);
    return (await reply.json().catch(() => undefined)) as T;
  };

  // A port that nobody listens on any more.
  const received = new Map<string, Told>();
  const gone = await listen(0, received);
  const { port } = gone.address() as AddressInfo;
  await close(gone);
  const url = `http://127.0.0.1:${port}/`;
  const { webhookId } = await ask<{ webhookId: string }>("POST", "webhooks", { url, types });
  const { position } = await ask<Page>("GET", "events?after=now");

  const rounds = 12;
  let turns = 0;
  const done: Record<string, string[]> = {};
  async function change(account: string): Promise<void> {
    const path = `/restapi/accounts/${account}/restrictions`;
    const body = JSON.stringify({ reason: { code: "021" }, type: { code: "SO" } });
    const emitted: string[] = [];
    done[account] = emitted;
    for (let round = 0; round < rounds; round += 1) {
      turns += 1;
      const { reply: created } = await sendToEither(turns, path, {
        method: "POST",
        headers,
        body,
      });
      expect(created.status, await created.text()).toBe(201);
      const at = new URL(String(created.headers.get("location"))).pathname;
      const id = at.split("/").at(-1);
      const { authorization } = headers;
      turns += 1;
      const { reply: lifted, isRepeated } = await sendToEither(turns, at, {
        method: "DELETE",
        headers: { authorization },
      });
      // A removal keeps no response: one that was done before its service was killed finds nothing.
      const expected = isRepeated && lifted.status === 404 ? 404 : 200;
      expect(lifted.status, await lifted.text()).toBe(expected);
      emitted.push(`restriction.created ${id}`, `restriction.lifted ${id}`);
      if (account === accounts[0] && round === rounds / 2) leader?.signal("SIGKILL");
    }
  }
  await Promise.all(accounts.map(change));
  await leader.ended;
  await expect.poll(() => leads(other), patience).toBe(1);

  async function readFeed(): Promise<Record<string, string[]>> {
    const events: Told[] = [];
    for (let after = position, hasMore = true; hasMore; ) {
      const of = new URLSearchParams({ after, types: types.join(), limit: "7" });
      const page: Page = await ask("GET", `events?${of}`);
      events.push(...page.events);
      ({ position: after, hasMore } = page);
    }
    return bySubject(events);
  }
  await expect.poll(readFeed, patience).toEqual(done);

  const back = await listen(port, received);
  try {
    await ask("PUT", `webhooks/${webhookId}`, { status: "active" });
    await expect.poll(() => bySubject([...received.values()]), patience).toEqual(done);
  } finally {
    await close(back);
  }
});
