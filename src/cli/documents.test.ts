// `bursar documents held` lists what is on hold and why.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../test/harness.ts";
import { heldLines, listHeld } from "./documents.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const held = async () => heldLines(await listHeld(service.db));
const hold = (documentOid: string, isHeld: boolean, reason: string) =>
  service.call("operator", "PUT", `/restapi/documents/${documentOid}/hold`, {
    hold: isHeld,
    reason,
  });

test("documents on hold are listed with the reason, and none that was lifted", async () => {
  const before = (await held()).slice(0, -1);
  expect((await hold("4703", true, "Subpoena 26-114")).status).toBe(200);
  expect((await hold("4702", true, "Audit")).status).toBe(200);
  const since = service.now().toISOString().slice(0, 10);
  const ofStatement = (await held()).find((line) => line.includes("4703"));
  expect(ofStatement).toMatch(
    new RegExp(`^RA00000001: document 4703, .*, since ${since}: Subpoena 26-114$`),
  );
  expect((await held()).at(-1)).toBe(`${before.length + 2} documents on hold`);
  service.setNow("2026-03-02T16:00:00Z");
  expect((await hold("4703", false, "Subpoena withdrawn")).status).toBe(200);
  expect((await hold("4702", false, "Audit is over")).status).toBe(200);
  expect((await held()).slice(0, -1)).toEqual(before);
});
