// The stores of earlier releases are upgraded: everything in them verifies, and what a release
// answered is answered still. `npm run faults -- --kinds upgrade` kills the upgrade, too.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type EmptyDatabase, newEmptyDatabase, urlOf } from "../database.ts";
import {
  makeDataFolder,
  runBursar,
  type ServiceProcess,
  startService,
} from "../service-process.ts";
import {
  asRecorded,
  differences,
  fillWithRelease,
  type Release,
  readRelease,
  responsesThatDiffer,
  storedReleases,
} from "./release.ts";

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const releases = await storedReleases();

/** Yearly rates begin with 365 days since; before, they began with more. */
const followsOtherRules = /performance\/periods\?.*\.annualized\w+ was null and is "/;

describe.each(releases)("the store of %s", (name) => {
  let release: Release;
  let own: EmptyDatabase;
  let folder: Awaited<ReturnType<typeof makeDataFolder>>;
  let environment: Record<string, string>;
  let service: ServiceProcess;

  beforeAll(async () => {
    [release, own, folder] = [
      await readRelease(name),
      await newEmptyDatabase(),
      await makeDataFolder(),
    ];
    await fillWithRelease(own.admin, own.settings.user, release);
    environment = {
      DATABASE_URL: urlOf(own.settings),
      MIGRATE_DATABASE_URL: urlOf(own.admin),
      MASTER_KEY: release.masterKey.trim(),
    };
  });
  afterAll(async () => {
    service?.signal("SIGTERM");
    await service?.ended;
    await own.drop();
    await folder.remove();
  });

  test("is upgraded, and returns what the release answered", async () => {
    expect(release.answers.length).toBeGreaterThan(20);
    const migrated = await runBursar(["migrate"], environment);
    expect([migrated.status, migrated.stderr]).toEqual([0, ""]);
    service = await startService(folder.dataDir, { ...environment, ...asRecorded });
    const headers = { authorization: `Bearer ${release.token}` };
    const differing = await responsesThatDiffer(release, async (path) => {
      const response = await fetch(service.address + path, { headers });
      return { status: response.status, body: await response.json() };
    });
    expect(differing.filter((each) => !followsOtherRules.test(each))).toEqual([]);
  });

  test("verifies afterwards", async () => {
    for (const words of ["audit verify", "verify credentials", "verify series"]) {
      const env = { ...environment, DATA_DIR: folder.dataDir };
      const { status, stdout, stderr } = await runBursar([...words.split(" "), "--json"], env);
      expect([status, JSON.parse(stdout).result.faults], stderr).toEqual([0, []]);
    }
  });
});

test("a value that changed, vanished or became another is reported, one that was added is not", () => {
  const before = { a: "1", b: ["x", { c: null }] };
  expect(differences(before, { a: "1", b: ["x", { c: null, d: "new" }], e: "new" })).toEqual([]);
  expect(differences(before, { a: "2", b: ["x", { d: "new" }] })).toEqual([
    'answer.a was "1" and is "2"',
    "answer.b.1.c was null and is undefined",
  ]);
  expect(differences({ status: "New" }, { status: "Expired" })).toEqual([]);
  expect(differences({ status: "Voted" }, { status: "Expired" })).toHaveLength(1);
  expect(differences(before, { a: "1", b: ["x"] })).toEqual(["answer.b had 2 entries and has 1"]);
  expect(differences(before, { a: "1", b: null })).toEqual([
    'answer.b was ["x",{"c":null}] and is null',
  ]);
});
