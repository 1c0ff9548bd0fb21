import { defineConfig } from "vitest/config";

const tidy = "test/tidy.test.ts";
const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    projects: [
      { test: { name: "tidy", include: [tidy] } },
      {
        test: {
          name: "service",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: [tidy],
          globalSetup: ["test/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
