// The wire shapes of the steps by which a lot got its figures. (interface 4.16)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { encodedDay, money } from "./schema.ts";

/** The kinds of steps. */
const lotStepCodes = [
  "ACQUIRED",
  "EVENT",
  "CONSIDERED",
  "AVERAGE",
  "TAKEN_BEFORE",
  "CLOSED",
  "WASH_SALE",
  "FIGURES",
] as const;

const StepLot = Type.Object(
  {
    transactionId: Type.String({ description: "The purchase." }),
    place: nullableText("The number of the lot in a transfer, from 1."),
    originalAcquisitionDate: nullable(encodedDay),
    adjustedAcquisitionDate: nullable(encodedDay),
    shareQuantity: Type.String({ description: "A decimal with 5 places." }),
    adjustedCostBasis: nullable(money),
    gainPerShare: nullableText("At the price of the order, 6 places."),
    gainLossTerm: Type.String({ enum: ["SHORT_TERM", "LONG_TERM"] }),
    explained: Type.Boolean({ description: "Whether it is the lot whose steps these are." }),
  },
  { title: "TaxLotStepLot" },
);

const TaxLotStep = Type.Object(
  {
    step: Type.String({
      enum: [...lotStepCodes],
      description:
        "`CONSIDERED` has the lots in the order of the method, `TAKEN_BEFORE` is a part that an " +
        "earlier transaction took, `FIGURES` the lot as it is returned.",
    }),
    accountNumber: nullableText(
      "The account that moved the lot here, of its own steps; else null.",
    ),
    transactionId: nullableText(),
    transactionType: nullable(codeFrom(codeList("transaction-type"))),
    date: nullable(encodedDay),
    sum: Type.String({ description: "In figures that can be recomputed by hand." }),
    lots: Type.Array(StepLot, { description: "Of `CONSIDERED` alone." }),
  },
  { title: "TaxLotStep" },
);

/** A lot and the steps to its figures. */
export const TaxLotSteps = Type.Object(
  {
    accountNumber: Type.String(),
    taxLotId: Type.String(),
    ticker: Type.String(),
    originatingTransactionId: Type.String(),
    closingTransactionId: nullableText("Null of an open lot."),
    shareQuantity: Type.String({ description: "A decimal with 5 places." }),
    steps: Type.Array(TaxLotStep, { description: "In the order of the facts." }),
  },
  { title: "TaxLotSteps" },
);
export type TaxLotSteps = Static<typeof TaxLotSteps>;
