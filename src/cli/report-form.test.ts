// The lines that `bursar report --form` prints next to its papers.
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { reportingLacks } from "./report-form.ts";

const whole = { name: "Bursar Platform", state: "NY", tin: "00-1234567", address: ["1 Wall St"] };

test.each([
  [whole, []],
  [{ ...whole, tin: null }, ["Bursar Platform has no tax id: tax papers show none of the payer."]],
  [
    { ...whole, address: [] },
    ["Bursar Platform has no address: tax papers show none of the payer."],
  ],
  [
    { name: "", state: null, tin: null, address: [] },
    ["No firm is of kind operator: tax papers name no payer."],
  ],
])("the missing details of a payer are printed once: %o", async (payer, sentences) => {
  const printed: string[] = [];
  const papers = [{ payer }, { payer }];
  const print = (...more: readonly string[]) => printed.push(...more);
  expect(await Array.fromAsync(reportingLacks(Readable.from(papers), print))).toEqual(papers);
  expect(printed).toEqual(sentences);
});
