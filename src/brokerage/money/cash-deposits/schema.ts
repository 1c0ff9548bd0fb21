// The wire shapes of check deposits. (interface 2.9)
import type { Static } from "typebox";
import { codeList, states } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { valueErrors } from "../../../values/errors.ts";
import { choice, day, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { object, optional } from "../../../values/wire.ts";
import { addressFields, MailingAddress } from "../../clients-and-accounts/accounts/address.ts";

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

const routingAbaNumber = text({
  pattern: /^\d{9}$/,
  description: "The bank's routing number: nine digits, the last of which checks the others.",
});
const validity = {
  validFrom: day({ description: "The first day on which they are in force." }),
  validTo: optional(day({ description: "The last such day; open-ended if left out." })),
};

/** Instructions for electronic transfers as they are loaded. */
export const EftInstructionsRecord = object({
  ...validity,
  bankName: text({ max: 100, description: "The bank that receives the money." }),
  routingAbaNumber,
  accountPrefix: text({
    max: 7,
    pattern: /^[A-Z0-9]+$/,
    description: "The prefix of an account's number in its number at the bank.",
  }),
});

/** Instructions for wires as they are loaded. */
export const WireInstructionsRecord = object({
  ...validity,
  accountName: text({ max: 100, description: "The holder of the account at the bank." }),
  accountNumber: text({ max: 17, pattern: /^[A-Z0-9]+$/, description: "Its number there." }),
  routingAbaNumber,
  ...addressFields,
});

/** Where money is sent by ACH, as it is returned. */
export const EftInstructions = Type.Object(
  {
    achAccountNumber: Type.String(),
    achBankName: Type.String(),
    achRoutingAbaNumber: Type.String(),
  },
  { title: "EftInstructions" },
);
export type EftInstructions = Static<typeof EftInstructions>;

/** Where money is sent by wire, as it is returned. */
export const WireInstructions = Type.Object(
  {
    accountName: Type.String(),
    accountNumber: Type.String({ description: "The number of the account at the bank." }),
    address: MailingAddress,
    forFurtherCredit: Type.String({ description: "The account that the money is for." }),
    routingAbaNumber: Type.String(),
  },
  { title: "WireInstructions" },
);
export type WireInstructions = Static<typeof WireInstructions>;

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

/** Where to mail a check, as it is returned. */
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
