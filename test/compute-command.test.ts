// The output of `bursar compute` and its effect next to a running service, in several threads.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientConfig } from "../src/platform/store/connection.ts";
import { embeddedSettings } from "../src/platform/store/embedded/embedded-postgres.ts";
import { runHere } from "./command-here.ts";
import { alterDays } from "./computed-days.ts";
import {
  makeDataFolder,
  readCredentials,
  type ServiceProcess,
  startService,
} from "./service-process.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.dataDir);
});
afterAll(async () => {
  service.signal("SIGTERM");
  await service.ended;
  await folder.remove();
});

const compute = (...words: string[]) =>
  runHere(["compute", ...words], { DATA_DIR: folder.dataDir });

async function change(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const settings = await embeddedSettings(folder.dataDir);
  if (settings === undefined) throw new Error("the service has a store");
  const client = new pg.Client(clientConfig(settings.admin));
  await client.connect();
  return client.query(statement, values).finally(() => client.end());
}

test("all accounts are computed in threads, and only differences are printed and written", async () => {
  // The sweep computes series as well: a second one changes nothing.
  const { callers } = await readCredentials(folder.dataDir);
  const sweep = await fetch(`${service.address}/restapi/sweeps`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${callers.operator?.token}`,
      "Content-Type": "application/json",
    },
    body: "{}",
  });
  expect(sweep.status).toBe(200);
  await change("delete from open_lot where account_number = 'RA00000003'");
  await alterDays(change, "RB00000001", ({ raw }) =>
    raw.on > "2026-09-28" ? { fees: raw.fees + 1_00n } : {},
  );
  const first = await compute("--all", "--workers", "2");
  expect(first.stdout).toMatch(
    /^RA00000003: open lots \d+ new, 0 changed, 0 removed; closed lots 0 new, 0 changed, 0 removed\nRB00000001: changed from 2026-09-29 on, \d+ days from there\n46 accounts computed, 2 of them changed\n$/,
  );
  expect(first.status).toBe(0);
  const second = await compute("--all", "--json");
  expect(JSON.parse(second.stdout)).toEqual({
    command: "compute",
    result: { accounts: "46", changed: [], after: null },
    error: null,
  });
  const rest = await compute("--all", "--json", "--after", "RA00000001");
  expect(JSON.parse(rest.stdout).result).toMatchObject({ accounts: "45" });
});

test("one account is computed, one that does not exist is refused", async () => {
  await change("delete from folio_cash where account_number = 'RA00000001'");
  const one = await compute("--account", "RA00000001", "--json");
  expect(JSON.parse(one.stdout).result).toMatchObject({
    accounts: "1",
    changed: [{ lots: null, series: [] }],
  });
  expect(await compute("--account", "RA99999999")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "bursar: There is no such account.\n",
  });
  const refused = await compute("--account", "RA99999999", "--json");
  expect(JSON.parse(refused.stdout)).toEqual({
    command: "compute",
    result: null,
    error: "There is no such account.",
  });
});

test.each([
  [[], "choose either --account or --all"],
  [["--all", "--account", "RA00000001"], "choose either --account or --all"],
  [["--account", "RA00000001", "--after", "RA00000001"], "--after goes only with --all"],
  [["--account", "RA00000001", "--workers", "2"], "--workers goes only with --all"],
])("%j is a usage error", async (words, misuse) => {
  const { status, stdout, stderr } = await compute(...words);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`error: ${misuse}\n`);
});
