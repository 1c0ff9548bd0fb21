// The wire shapes of firms. (docs/life-cycles.md, Firm)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { anyName } from "../../../values/names.ts";
import { bool, choice, id, refused, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { MailingAddress, NewMailingAddress, telephoneNumber } from "../accounts/address.ts";
import { personFields } from "../members/person.ts";
import { firmErrors } from "./errors.ts";

const name = text({ max: 100, pattern: anyName });
const finraCompany = text({ max: 100 });
const representative = text({ max: 64, description: "The login id of a client." });
const contract = bool({ description: "From the operator alone." });

/** A request to add a corporate firm. */
export const NewFirm = object(
  {
    firmType: choice(codeList("firm-type"), { description: "`G`; the others are refused." }),
    firmName: name,
    firmTaxId: text({
      max: 11,
      pattern: /^(\d{9}|\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/,
      error: firmErrors.taxId,
      description: "Nine digits, with or without dashes; responses show the last four.",
    }),
    firmTaxIdType: choice(codeList("tax-id-type")),
    taxClassification: optional(emptiable(choice(codeList("tax-classification")))),
    firmTelephone1: telephoneNumber,
    firmTelephone2: optional(emptiable(telephoneNumber)),
    firmEmail1: personFields.email,
    firmEmail2: optional(emptiable(personFields.email)),
    primaryAddress: NewMailingAddress,
    representativeLoginId: representative,
    finraAffiliated: optional(bool({ description: "False if left out." })),
    directorOrTenPercentShareholder: optional(bool({ description: "False if left out." })),
    finraCompany: optional(emptiable(finraCompany)),
    underContract: optional(contract),
  },
  {
    title: "NewFirm",
    examples: [
      {
        firmType: "G",
        firmName: "Birch Street Partners LP",
        firmTaxId: "98-7651234",
        firmTaxIdType: "E",
        taxClassification: "P",
        firmTelephone1: "518-555-0171",
        firmEmail1: "office@birch.example.com",
        primaryAddress: { line1: "3 Birch Street", city: "Troy", state: "NY", zipcode: "12180" },
        representativeLoginId: "dmitri.ivanov",
      },
    ],
  },
);
export type NewFirm = Static<typeof NewFirm>;

const fixed = optional(refused(firmErrors.notUpdateable));

/** A request to update a corporate firm: absent is unchanged, null empties an optional field. */
export const FirmUpdate = object(
  {
    firmOid: optional(id({ description: "If sent, the id in the path." })),
    firmType: fixed,
    firmName: optional(name),
    firmTaxId: fixed,
    firmTaxIdType: fixed,
    taxClassification: optional(emptiable(choice(codeList("tax-classification")))),
    firmTelephone1: optional(telephoneNumber),
    firmTelephone2: optional(emptiable(telephoneNumber)),
    firmEmail1: optional(personFields.email),
    firmEmail2: optional(emptiable(personFields.email)),
    primaryAddress: optional(NewMailingAddress),
    representativeLoginId: optional(representative),
    finraAffiliated: optional(bool()),
    directorOrTenPercentShareholder: optional(bool()),
    finraCompany: optional(emptiable(finraCompany)),
    underContract: optional(contract),
  },
  {
    title: "FirmUpdate",
    examples: [{ firmEmail1: "desk@alder.example.com", taxClassification: "C" }],
  },
);
export type FirmUpdate = Static<typeof FirmUpdate>;

const Text = nullableText();

/** A firm, as it is returned. */
export const Firm = Type.Object(
  {
    firmOid: Type.String(),
    firmType: codeFrom(codeList("firm-type")),
    firmName: Type.String(),
    firmTaxId: nullableText("The last four digits."),
    firmTaxIdType: nullable(codeFrom(codeList("tax-id-type"))),
    taxClassification: nullable(codeFrom(codeList("tax-classification"))),
    firmTelephone1: Text,
    firmTelephone2: Text,
    firmEmail1: Text,
    firmEmail2: Text,
    primaryAddress: nullable(MailingAddress),
    partnerCode: Type.String({ description: "By which offers name the firm." }),
    managingFirmOid: nullableText("The firm whose client it is."),
    state: nullableText("That of the address."),
    representativeLoginId: Text,
    finraAffiliated: Type.Boolean(),
    directorOrTenPercentShareholder: Type.Boolean(),
    finraCompany: Text,
    underContract: Type.Boolean(),
  },
  { title: "Firm" },
);
export type Firm = Static<typeof Firm>;
