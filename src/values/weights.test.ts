// Checks that weights always add up to 100.00, and which entry gets the remainder.
import fc from "fast-check";
import { expect, test } from "vitest";
import { weightsOf } from "./weights.ts";

test.each<[string, (bigint | undefined)[], bigint[] | undefined]>([
  ["nothing has no weights", [], undefined],
  ["one value is the whole", [7n], [10_000n]],
  ["what divides evenly is exact", [1n, 3n], [2_500n, 7_500n]],
  ["of equal remainders the earlier is rounded up", [1n, 1n, 1n], [3_334n, 3_333n, 3_333n]],
  ["the largest remainder is rounded up first", [1n, 1n, 4n], [1_667n, 1_667n, 6_666n]],
  ["a value of nothing weighs nothing", [0n, 5n], [0n, 10_000n]],
  ["cash below 0 has a weight below 0", [400n, -100n], [13_333n, -3_333n]],
  ["an unknown value leaves all unknown", [5n, undefined], undefined],
  ["a sum of 0 has no parts", [0n, 0n], undefined],
  ["a sum below 0 has no parts", [100n, -200n], undefined],
])("%s", (_, values, expected) => {
  expect(weightsOf(values)).toEqual(expected);
});

test("the weights add to 100.00, each within 0.01 of its exact part", () => {
  const amount = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (values) => {
      const whole = values.reduce((sum, value) => sum + value, 0n);
      const weights = weightsOf(values);
      const total = weights?.reduce((sum, weight) => sum + weight, 0n);
      expect(total).toBe(whole > 0n ? 10_000n : undefined);
      weights?.forEach((weight, index) => {
        const apart = weight * whole - (values[index] ?? 0n) * 10_000n;
        expect(apart > -whole && apart < whole).toBe(true);
      });
    }),
  );
});
