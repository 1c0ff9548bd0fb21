// Tax papers are stored once for each version that was reported.
import type { AccountNumber } from "@bursar/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "../../../../test/harness.ts";
import { testContext } from "../../../../test/sample-template.ts";
import { keepTaxPaper } from "./keep-tax-paper.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const paper = (version: string) => ({
  accountNumber: "RA00000001" as AccountNumber,
  taxYear: "2024",
  form: "1099-div",
  version,
  draw: async () => Buffer.from(`%PDF-1.4 version ${version}`),
});
const keep = (version: string) => {
  const at = new Date(`2026-03-02T15:00:0${version}Z`);
  return keepTaxPaper(testContext(service.db, at), paper(version));
};

test("a version is stored once, also by two runs at once, and a later one is a corrected one", async () => {
  expect((await Promise.all([keep("1"), keep("1")])).toSorted()).toEqual([false, true]);
  expect(await keep("1")).toBe(false);
  expect(await keep("2")).toBe(true);
  const path = "/restapi/members/ada.whitfield/downloads/statements?reporttype=X";
  const { body } = await service.call("client", "GET", path);
  expect(body.map((each: object) => ({ ...each, reportId: "" }))).toEqual(
    [true, false].map((isCorrected) =>
      expect.objectContaining({
        reportType: "X",
        reportDate: "2024-12-31T00:00:00.000-05:00",
        accountNumber: "RA00000001",
        isCorrected,
      }),
    ),
  );
  const entries = (await service.auditOf("RA00000001")).filter(
    ({ operation }) => operation === "keepTaxPaper",
  );
  expect(entries).toHaveLength(2);
  expect(entries[0]?.detail.after.document).toMatchObject({
    name: "1099-div-2024-version-1.pdf",
    retainUntil: "2031-12-31",
  });
  const events = (await service.eventsOf("RA00000001")).map(({ type }) => type);
  expect(events.filter((type) => type === "document.available")).toHaveLength(2);
});
