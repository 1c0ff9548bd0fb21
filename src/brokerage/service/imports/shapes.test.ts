// A small firm in each shipped shape, messy as exports are, ends with no break; so does its next month.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CustodianFile, shippedProfiles } from "@bursar/custodian-files";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { custodianFirm } from "../../../../test/custodian-firm.ts";
import { flexXml } from "../../../../test/custodian-flex.ts";
import { accountsOf, priceFiles, type Shape, shapes } from "../../../../test/custodian-shapes.ts";
import { newDatabase, type TestDatabase } from "../../../../test/database.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { loadOrder } from "../../../loading/load-order.ts";
import { loadFolder } from "../../../platform/bulk/apply/load-folder.ts";
import { runImport } from "./run-import.ts";

let store: TestDatabase;
let instant = Date.parse("2026-08-20T14:00:00Z");

const cases: readonly (readonly [string, string, Shape])[] = [
  ...Object.entries(shapes).map(([name, shape]) => [name, name, shape] as const),
  ["interactive-brokers as XML", "interactive-brokers", (firm) => [flexXml(firm)]],
];

beforeAll(async () => {
  store = await newDatabase();
  const folder = await mkdtemp(join(tmpdir(), "bursar-shapes-"));
  const firms = cases.map(([name], at) => `${3001 + at},P${at},${name},institutional,MA`);
  await writeFile(
    join(folder, "firms.csv"),
    ["firmOid,partnerCode,name,kind,state", ...firms].join("\n"),
  );
  await loadFolder(context(), loadOrder, folder);
  await rm(folder, { recursive: true });
});
afterAll(() => store.drop());

function context() {
  instant += 60_000;
  return testContext(store.database, new Date(instant));
}

async function run(
  profileName: string,
  firmOid: string,
  files: readonly CustodianFile[],
  accounts?: CustodianFile,
) {
  const profile = shippedProfiles.find(({ name }) => name === profileName);
  if (profile === undefined) throw new Error(`no profile ${profileName}`);
  const outcome = await runImport(context(), {
    kinds: loadOrder,
    profile,
    files,
    firmOid: firmOid as Id,
    answers: [],
    cipStatus: "PASSED",
    day: "2026-07-31",
    ...(accounts && { accounts }),
  });
  if (outcome.state === "done") return outcome;
  const { questions, fault } = outcome;
  throw new Error(JSON.stringify({ questions, problems: fault?.problems }));
}

const to = "2026-07-31" as Day;
const firm = custodianFirm("shapes", { accounts: 2, rowsEach: 25, to });

test.each(cases)(
  "%s: a firm is imported, and a second time nothing",
  async (name, profile, shape) => {
    const firmOid = String(3001 + cases.findIndex(([each]) => each === name));
    const files = shape(firm);
    const first = await run(profile, firmOid, files, accountsOf(firm));
    const breaksOf = ({ breaks }: typeof first) =>
      breaks.flatMap(({ accounts }) => [...accounts.values()].flat());
    expect(first.breaks.flatMap(({ accounts }) => [...accounts.keys()]).length).toBe(2);
    expect(breaksOf(first)).toEqual([]);
    const again = await run(profile, firmOid, files);
    expect([again.importId, breaksOf(again)]).toEqual([undefined, []]);
  },
);

test("closes of a vendor's matrix and of its long form are those of the securities that are there", async () => {
  const { matrix, long } = priceFiles(firm);
  const first = await run("price-matrix", "3001", [matrix]);
  expect(first.plan.notices).toEqual(["Closes of 1 security that nobody here has are left out."]);
  const closes = first.plan.records.find(({ kind }) => kind === "prices")?.records ?? [];
  // The day of the positions has its closes already.
  expect(new Set(closes.map(({ fields }) => fields.date))).toEqual(new Set(["2026-07-30"]));
  const second = await run("long-prices", "3001", [long]);
  expect(second.importId).toBeUndefined();
});
