// The values of a load are stored as long as the weights of a model, and no longer.
import { expect, test } from "vitest";
import { shortened } from "./stored-loads.ts";

const file = { file: "models.ndjson", rows: 1, added: 0, changed: 1 };
const changed = (before: string | null, after: string | null) => ({
  ...file,
  changes: [
    { key: { modelOid: "701" }, withdrawn: false, columns: [{ column: "x", before, after }] },
  ],
});

test("a value that is longer than a line or two of weights is cut, and says so", () => {
  const kept = "w".repeat(8_000);
  const cut = `${"w".repeat(8_000)}…`;
  expect(shortened(changed(`${kept}w`, kept))).toEqual(changed(cut, kept));
  expect(shortened(changed(null, "1.00"))).toEqual(changed(null, "1.00"));
});

test("a file without changes is stored unchanged", () => {
  expect(shortened(file)).toEqual(file);
});
