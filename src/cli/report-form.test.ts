// What is told beside the papers that `bursar report --form` prints.
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { tellingLacks } from "./report-form.ts";

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
])("what papers lack of their payer is told once: %o", async (payer, sentences) => {
  const told: string[] = [];
  const papers = [{ payer }, { payer }];
  const tell = (...more: readonly string[]) => told.push(...more);
  expect(await Array.fromAsync(tellingLacks(Readable.from(papers), tell))).toEqual(papers);
  expect(told).toEqual(sentences);
});
