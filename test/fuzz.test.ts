// Hostile requests against every operation: 600 in each run of the tests, more by `npm run fuzz`.
import { expect, test } from "vitest";
import { verifyAudit } from "../src/platform/change/audit.ts";
import { fuzz, worksAfterwards } from "./fuzz.ts";
import { useTestService } from "./harness.ts";
import { impliedEventFaults } from "./implied-events.ts";
import { testVault } from "./sample-template.ts";

const { FUZZ_MINUTES, FUZZ_SEED, FUZZ_PATH } = process.env;
const minutes = FUZZ_MINUTES === undefined ? undefined : Number(FUZZ_MINUTES);

const service = useTestService();

test(
  "a hostile request gets a documented response and changes nothing unless it succeeds",
  async () => {
    const statuses = await fuzz(service, {
      seed: Number(FUZZ_SEED ?? 4711),
      numRuns: minutes === undefined ? 600 : 100_000_000,
      ...(minutes !== undefined && { minutes }),
      ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
    });
    if (minutes !== undefined) process.stderr.write(`answers: ${JSON.stringify([...statuses])}\n`);
    if (FUZZ_PATH === undefined) {
      const seen = [200, 201, 400, 401, 403, 404, 405, 413, 415];
      expect([...statuses.keys()]).toEqual(expect.arrayContaining(seen));
    }
    await worksAfterwards(service);
    expect((await verifyAudit(service.db, testVault.auditKey)).faults).toEqual([]);
    expect(await impliedEventFaults(service.db)).toEqual([]);
  },
  ((minutes ?? 2) + 5) * 60_000,
);
