import { defineConfig } from "vitest/config";

const tidy = "test/tidy/*.test.ts";
/** What is tested without a store: no database is started for it. */
export const pure = [
  "src/values/**/*.test.ts",
  "src/engines/**/*.test.ts",
  "src/resources/**/rules.test.ts",
  "scripts/mutants/*.test.ts",
  "test/lot-relief-reference/*.test.ts",
  "test/unit-values-reference/*.test.ts",
];
const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      { test: { name: "tidy", include: [tidy] } },
      { test: { name: "pure", include: pure, testTimeout: 120_000 } },
      {
        test: {
          name: "service",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: [tidy, ...pure],
          globalSetup: ["test/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
