// The digest that the signature contains, against that of Node.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { md5 } from "./md5.ts";

const digestOf = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

test("is that of Node for every length around the size of a block", () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 31) % 256);
    expect(md5(bytes), `${length} bytes`).toBe(digestOf(bytes));
  }
});

test("is that of Node for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(md5(bytes)).toBe(digestOf(bytes));
    }),
  );
});
