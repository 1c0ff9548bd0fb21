// A load packs quarters as packed-series.ts does, which rounds in another way.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeSeries } from "./packed-series.ts";
import { packQuarter } from "./quarters.ts";

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0001455559"), maxLength });
const values = fc
  .tuple(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom("", "00001", "00002"), digits(13))
  .map(([whole, first, rest]) =>
    first === "" && rest === "" ? `${whole}` : `${whole}.${first}${rest}`,
  ) as fc.Arbitrary<Decimal>;
const days = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10) as Day);

test("days and values are packed, rounded half to even", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(days, values, values)), (rows) => {
      const loaded = rows.map(([on, gross, net]) => ({ valued_on: on, gross, net }));
      const known = rows.map(([valuedOn, gross, net]) => ({ valuedOn, gross, net }));
      expect(packQuarter(loaded)).toEqual(encodeSeries(known));
    }),
    { numRuns: 1_000 },
  );
});
