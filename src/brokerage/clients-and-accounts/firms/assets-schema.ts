// The wire shape of a firm's assets over time, and of the day's movers. (interface 6)
import type { Static } from "typebox";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";

const money = (description: string) => Type.String({ description });
const day = (description: string) => Type.String({ format: "date-time", description });

const QuarterAssets = Type.Object(
  {
    quarter: Type.String({ pattern: "^\\d{4}-Q[1-4]$" }),
    valueDate: day("The newest day of these values, in a quarter that is over its last valuation."),
    accounts: Type.String({ description: "The accounts that have a value in the quarter." }),
    value: money("The sum of their last values in it, accrued payouts included."),
    netFlows: money(
      "Cash and securities received from outside in the quarter, less those withdrawn or transferred out.",
    ),
  },
  { title: "QuarterAssets" },
);

const Mover = Type.Object(
  {
    accountNumber: Type.String(),
    accountName: Type.String(),
    value: money("On the day."),
    gain: money("The value less that of the valuation before and the flows since, net of fees."),
    dayReturn: nullableText("In percent with 5 places, net of fees."),
  },
  { title: "Mover" },
);

/** Assets by quarter, and who gained and lost the most on the newest day of valuations. */
export const FirmAssets = Type.Object(
  {
    firmOid: Type.String(),
    quarters: Type.Array(QuarterAssets, {
      description: "The last 20 quarters that have values, earliest first.",
    }),
    moversDate: nullable(day("The newest day on which an account is valued.")),
    movers: Type.Array(Mover, {
      description: "At most 10 accounts valued on that day, by the size of gain or loss.",
    }),
  },
  { title: "FirmAssets" },
);
export type FirmAssets = Static<typeof FirmAssets>;
