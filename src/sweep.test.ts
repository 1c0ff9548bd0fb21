// The sweep of the leading process: it does what is due, says so, and is not stopped by a failure.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../test/harness.ts";
import { testVault } from "../test/sample-template.ts";
import { runSweep } from "./sweep.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

function listen() {
  const lines: unknown[] = [];
  const note = (line: unknown) => void lines.push(line);
  return { lines, log: { info: note, warn: note } };
}

const after = new Date("2030-06-29T05:00:00Z");
const swept = () => ({ db: service.db, vault: testVault, clock: () => after });

test("what is due is done at once, under the leader's term alone", async () => {
  const over = new Error("the term is over");
  const late = listen();
  const stopLate = runSweep(swept(), { transaction: () => Promise.reject(over) }, late.log);
  await expect.poll(() => late.lines, { timeout: 60_000 }).toEqual([{ err: over }]);
  await stopLate();

  const { lines, log } = listen();
  const stop = runSweep(swept(), service.db, log);
  await expect.poll(() => lines, { timeout: 60_000 }).toEqual([{ offersClosed: ["807"] }]);
  await stop();
  const path = "/restapi/privateplacementoffers/807";
  expect((await service.call("operator", "GET", path)).body.offerStatus).toBe("N");
  expect((await service.auditOf("offer:807")).at(-1)?.caller).toEqual({ command: "sweep" });
});

test("a sweep that is stopped waits for what runs, and tells no failure", async () => {
  const { lines, log } = listen();
  const failing = { ...swept(), clock: () => new Date("2031-09-01T05:00:00Z") };
  const stop = runSweep(failing, { transaction: () => Promise.reject(new Error()) }, log);
  await stop();
  expect(lines).toEqual([]);
});
