// The wire shapes of transfers. (interface 2.5)
import type { Static } from "typebox";
import { accountTypes, codeList, signatureImageEncodings } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { bool, choice, decimal, instant, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, list, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import {
  exampleSignature,
  signatureData,
} from "../../clients-and-accounts/agreements/signature.ts";
import { transferErrors } from "./errors.ts";

const commentNotes = { description: "Free text; two backslashes stand for a new line." };
const contraAccountNumber = text({
  max: 64,
  description: "Account number at the other institution, in free text.",
});

/** A transfer as it is loaded. */
export const TransferRecord = object({
  accountNumber: text({ description: "The receiving account." }),
  acatid: text({ max: 40, description: "Id of the transfer, unique within the account." }),
  transferType: choice(codeList("transfer-kind"), { description: "Kind of transfer." }),
  status: choice(codeList("transfer-status"), { description: "Status of the transfer." }),
  comment: optional(text({ max: 4000, ...commentNotes })),
  contraAccountNumber: optional(contraAccountNumber),
  dtcNumber: optional(text({ max: 20, description: "Clearing number of the other institution." })),
  creationTS: instant({ description: "When it was entered." }),
  lastModifiedTS: instant({ description: "When it last changed." }),
});

const NewTransferStock = object(
  {
    ticker: text({ max: 20 }),
    description: optional(text({ max: 100 })),
    amount: optional(decimal({ places: 5, above: "0", description: "How many shares." })),
    transferAll: optional(bool({ description: "All shares of it, in place of an amount." })),
  },
  { title: "NewTransferStock" },
);

const NewTransferSignature = object(
  {
    loginId: text({ description: "An owner of the account." }),
    data: signatureData(),
  },
  { title: "NewTransferSignature" },
);

/** A request to transfer an account, or a part of one, from another institution. */
export const NewTransfer = object(
  {
    accountNumber: optional(text({ description: "The account of the path." })),
    loginId: text({ description: "The owner who asks for it." }),
    contraAccountNumber,
    contraAccountType: choice(accountTypes, { description: "The type of the receiving account." }),
    contraFirmName: text({ max: 100, description: "A name of the list of contra firms." }),
    transferType: choice(codeList("transfer-kind"), {
      description: "`non-ACAT` exactly where the contra firm takes no part in ACATS.",
    }),
    stocks: optional(
      list(NewTransferStock, { description: "The shares that a partial transfer moves." }),
    ),
    cashAmount: optional(decimal({ places: 2, min: "0.01" })),
    transferAllCash: optional(bool({ description: "All cash, in place of an amount." })),
    rothFiveYear: optional(
      decimal({
        places: 0,
        min: "1997",
        error: transferErrors.rothYear,
        description: "The year of the first contribution to a Roth IRA, up to this one.",
      }),
    ),
    signatureImageEncoding: choice(signatureImageEncodings),
    signatures: list(NewTransferSignature, {
      max: 20,
      description: "The signature of each owner, once.",
    }),
  },
  {
    title: "NewTransfer",
    examples: [
      {
        loginId: "ada.whitfield",
        contraAccountNumber: "77-120045",
        contraAccountType: "I",
        contraFirmName: "Cedar Clearing",
        transferType: "partial",
        stocks: [{ ticker: "ACME", amount: "25" }],
        transferAllCash: true,
        signatureImageEncoding: "SVG",
        signatures: [{ loginId: "ada.whitfield", data: exampleSignature }],
      },
    ],
  },
);
export type NewTransfer = Static<typeof NewTransfer>;

/** A request to move a transfer on, or to cancel it. */
export const TransferUpdate = object(
  {
    acatid: optional(text({ description: "The transfer of the path." })),
    status: choice(codeList("transfer-status")),
    comment: optional(emptiable(text({ max: 4000, ...commentNotes }))),
    reasonCode: optional(
      choice(codeList("transfer-reason"), { description: "Needed for `Rejected`." }),
    ),
  },
  {
    title: "TransferUpdate",
    examples: [{ status: "Cancelled", comment: "Withdrawn by the client." }],
  },
);
export type TransferUpdate = Static<typeof TransferUpdate>;

/** A transfer as it is returned. */
export const Transfer = Type.Object(
  {
    acatid: Type.String(),
    comment: nullable(Type.String(commentNotes)),
    contraAccountNumber: nullableText(),
    creationTS: Type.String({ format: "date-time" }),
    dtcNumber: nullableText(),
    lastModifiedTS: Type.String({ format: "date-time" }),
    status: codeFrom(codeList("transfer-status")),
  },
  { title: "Transfer" },
);
export type Transfer = Static<typeof Transfer>;

/** A status that a transfer has had, as it is returned. */
export const TransferStep = Type.Object(
  {
    status: codeFrom(codeList("transfer-status")),
    comment: nullable(Type.String(commentNotes)),
    reasonCode: nullable(codeFrom(codeList("transfer-reason"))),
    timestamp: Type.String({ format: "date-time" }),
  },
  { title: "TransferStep" },
);
export type TransferStep = Static<typeof TransferStep>;
