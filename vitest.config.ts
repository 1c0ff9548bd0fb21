import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const tidy = "test/tidy/*.test.ts";
const browser = "test/browser/*.test.ts";
/** What is tested without a store: no database is started for it. */
export const pure = [
  "packages/**/*.test.ts",
  "console/data/*.test.ts",
  "src/values/**/*.test.ts",
  "src/cli/sample-firm/*.test.ts",
  "src/brokerage/**/{rules,item-rules}.test.ts",
  "src/brokerage/billing/fee-runs/calculation/*.test.ts",
  "src/brokerage/documents/bills/*.test.ts",
  "src/brokerage/service/imports/{day-order,files-read,people-files}.test.ts",
  "src/brokerage/corporate-events/entitlements/entitle.test.ts",
  "scripts/mutants/*.test.ts",
  "test/fees/*.test.ts",
  "test/scale-model.test.ts",
];
/** What is slow and rarely wrong; `npm run proofs` runs it, and nothing else does. */
const proofs = ["bench/**/*.test.ts", "test/generators.test.ts", "test/installed-service.test.ts"];
/** What runs in `npm test` as well, there for less long. */
const longer = [
  "test/faults.test.ts",
  "test/model-runs.test.ts",
  "test/repeats.test.ts",
  "test/hledger.test.ts",
  "src/brokerage/books/balances/settled-cash.test.ts",
  "src/brokerage/books/activity/activity-properties.test.ts",
  "src/brokerage/corporate-events/entitlements/agreement.test.ts",
  "test/statements/agreement.test.ts",
];
/** The same, of what needs no store. */
const longerPure = [
  "packages/tax-lots/reference/agreement.test.ts",
  "packages/values/src/{units,whole}.test.ts",
  "test/fees/agreement.test.ts",
];
const { TEST_REPORT: report, PROOFS: ofProofs, TEST_CITUS_WORKERS: workers } = process.env;
/** What needs a cluster; `npm run test:citus` runs it beside the rest. */
const ofClusters = workers ? [] : ["test/citus/**"];

/** Twice the two cores of the machine on which the tests must end in time: a third of a run is spent waiting, for
 * processes, pages and time limits. */
const maxWorkers = 4;

/** A worker imports the service once for all of its files; else half of a run would go into importing. */
const isolate = false;

/** Code lists as text, as the console's bundle has them. */
const codeLists = {
  name: "code-lists",
  load: (id: string) =>
    id.endsWith(".csv") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : undefined,
};

/** What a test waits for comes late on a busy machine: a second, as is usual, would be a matter of luck. */
const patience = { poll: { timeout: 20_000 } };

const ofService = {
  isolate,
  expect: patience,
  setupFiles: ["test/citus/left-out.ts", "test/one-query-at-a-time.ts"],
  globalSetup: ["test/global-setup.ts"],
  testTimeout: workers ? 600_000 : 120_000,
  hookTimeout: workers ? 600_000 : 180_000,
};

const everyday = [
  { test: { name: "tidy", include: [tidy] } },
  { plugins: [codeLists], test: { name: "pure", include: pure, isolate, testTimeout: 120_000 } },
  {
    test: {
      name: "service",
      include: ["src/**/*.test.ts", "test/**/*.test.ts"],
      exclude: [tidy, browser, ...proofs, ...pure, ...ofClusters],
      ...ofService,
    },
  },
  {
    test: { name: "browser", include: [browser], ...ofService },
  },
];

const seldom = [
  { test: { name: "proofs", include: proofs } },
  { test: { name: "long proofs", include: longer, ...ofService } },
  { test: { name: "long pure proofs", include: longerPure, testTimeout: 3_600_000 } },
];

export default defineConfig({
  test: {
    maxWorkers,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: ofProofs ? seldom : everyday,
  },
});
