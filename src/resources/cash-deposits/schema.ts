// The wire shapes of check deposits. (interface 2.9)
import Type, { type Static } from "typebox";
import { codeList, states } from "../../reference/codes.ts";
import { codeFrom } from "../../values/contract-form.ts";
import { valueErrors } from "../../values/errors.ts";
import { choice, day, text } from "../../values/scalars.ts";
import { object, optional } from "../../values/wire.ts";

/** An address for checks as it is loaded: in force from a first day to a last one, if it has one. */
export const CheckAddressRecord = object({
  depositKind: choice(codeList("deposit-kind"), { description: "How the check is mailed." }),
  validFrom: day({ description: "The first day on which the address is in force." }),
  validTo: optional(day({ description: "The last such day; open-ended if left out." })),
  payableTo: text({ description: "The payee of the check." }),
  line1: text({ description: "First line of the address." }),
  line2: optional(text({ description: "Second line." })),
  line3: optional(text({ description: "Third line." })),
  city: text({ description: "City." }),
  state: choice(states, { error: valueErrors.stateCode, description: "State." }),
  zipcode: text({
    pattern: /^\d{5}(-\d{4})?$/,
    error: valueErrors.zipCode,
    description: "ZIP code.",
  }),
  country: text({ description: "Country." }),
});

const CheckAddress = Type.Object(
  {
    line1: Type.String(),
    line2: Type.Optional(Type.String({ description: "Only where the address has a second line." })),
    line3: Type.Optional(Type.String({ description: "Only where the address has a third line." })),
    city: Type.String(),
    state: codeFrom(states),
    zipcode: Type.String(),
    country: Type.String(),
  },
  { title: "CheckAddress" },
);

/** Where to mail a check, as it is answered. */
export const CheckInstructions = Type.Object(
  {
    accountNumber: Type.String(),
    address: CheckAddress,
    payableTo: Type.String(),
    contributionYear: Type.Optional(
      Type.String({ description: "Tax year of the contribution; only for retirement accounts." }),
    ),
  },
  { title: "CheckInstructions" },
);
export type CheckInstructions = Static<typeof CheckInstructions>;
