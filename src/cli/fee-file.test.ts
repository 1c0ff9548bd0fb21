// Of which runs `bursar fee-file` makes a custodian's file.
import { afterAll, expect, test, vi } from "vitest";
import { feeFileCommand } from "./fee-file.ts";

let run: object | undefined;
vi.mock("./command-context.ts", () => ({
  withStore: (_purpose: string, work: (opened: object) => unknown) =>
    work({ db: { first: async () => run, rows: async () => [] } }),
}));
const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterAll(() => written.mockRestore());
const made = () => feeFileCommand({ run: "4701" });

test("of a run that is approved, and of no other", async () => {
  await expect(made()).rejects.toThrow("There is no such fee run.");
  for (const [status, kind] of [
    ["PREVIEW", "A"],
    ["DISCARDED", "A"],
    ["REVERSED", "A"],
    ["APPROVED", "P"],
  ]) {
    run = { feeRunOid: "4701", status, kind };
    await expect(made(), `${status} ${kind}`).rejects.toThrow("approved run");
  }
  run = { feeRunOid: "4701", status: "APPROVED", kind: "A" };
  await made();
  expect(written.mock.calls.join("")).toContain("accountNumber,amount,from,to");
});
