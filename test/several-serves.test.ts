// Two `serve` on two addresses over one database: one of them leads at a time, a credential that is
// revoked is refused by both, and when the leader dies the other one leads.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConnectionSettings } from "../src/platform/store/connection.ts";
import { newDatabase, type TestDatabase } from "./database.ts";
import { makeDataFolder, runBursar, type ServiceProcess, startService } from "./service-process.ts";

const patience = { timeout: 60_000 };

let store: TestDatabase;
let environment: Readonly<Record<string, string>>;
const folders: Awaited<ReturnType<typeof makeDataFolder>>[] = [];
let services: readonly [ServiceProcess, ServiceProcess];
beforeAll(async () => {
  store = await newDatabase("sample");
  environment = { DATABASE_URL: urlOf(store.settings), MASTER_KEY: "07".repeat(32), SAMPLE: "off" };
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

function urlOf({ host, port, user, password = "", database }: ConnectionSettings): string {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
}

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
  const revokedAt = performance.now();
  while (performance.now() - revokedAt < 5_000) await leadOfBoth();
  expect(await statuses()).toEqual([401, 401]);
});

test("one of them leads, and when it is killed the other one does", async () => {
  await expect.poll(async () => (await leadOfBoth()).toSorted(), patience).toEqual([0, 1]);
  const [first] = await leadOfBoth();
  const [leader, other] = first === 1 ? services : services.toReversed();
  leader?.signal("SIGKILL");
  await leader?.ended;
  await expect.poll(() => other && leads(other), patience).toBe(1);
});
