// The wire shapes of what open lots would gain at last prices. (interface 4.16)
import type { Static } from "typebox";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { encodedDay, money, OpenTaxLot } from "./schema.ts";

const gain = Type.String({ description: "A gain, or a loss with a minus, with 2 places." });

/** An open lot at the last price. */
export const UnrealizedLot = Type.Object(
  {
    ...OpenTaxLot.properties,
    price: nullableText("The last price of one share, with 6 places."),
    priceDate: nullable(encodedDay),
    marketValue: nullable(money),
    unrealizedGainLoss: nullable(gain),
    longTermFrom: nullable(
      Type.String({
        format: "date-time",
        description:
          "First day on which a sale is long-term; null if it always is or is not known.",
      }),
    ),
    daysToLongTerm: nullableText("The days until then, 0 once it is; null if not known."),
  },
  { title: "UnrealizedLot" },
);
export type UnrealizedLot = Static<typeof UnrealizedLot>;

const UnrealizedSum = Type.Object(
  {
    marketValue: nullable(money),
    adjustedCostBasis: nullable(money),
    unrealizedGainLoss: nullable(gain),
  },
  { title: "UnrealizedSum", description: "Sums of lots; null where that of one is not known." },
);

/** The sums of an account's open lots, by the term of a sale today. */
export const UnrealizedSums = Type.Object({
  accountNumber: Type.String(),
  asOf: encodedDay,
  shortTerm: UnrealizedSum,
  longTerm: UnrealizedSum,
  unknownTerm: UnrealizedSum,
  total: UnrealizedSum,
});
export type UnrealizedSums = Static<typeof UnrealizedSums>;

/** The same with the lots. */
export const UnrealizedGains = Type.Object(
  {
    ...UnrealizedSums.properties,
    lots: Type.Array(UnrealizedLot, { description: "By ticker and age, as open lots are." }),
  },
  { title: "UnrealizedGains" },
);
