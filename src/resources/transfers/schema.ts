// The wire shapes of transfers. (interface 2.5)
import Type, { type Static } from "typebox";
import { codeList } from "../../reference/codes.ts";
import { codeFrom } from "../../values/contract-form.ts";
import { choice, instant, text } from "../../values/scalars.ts";
import { nullable, object, optional } from "../../values/wire.ts";

/** A transfer as it is loaded. */
export const TransferRecord = object({
  accountNumber: text({ description: "The receiving account." }),
  acatid: text({ max: 40, description: "Id of the transfer, unique within the account." }),
  transferType: choice(codeList("transfer-kind"), { description: "Kind of transfer." }),
  status: choice(codeList("transfer-status"), { description: "Status of the transfer." }),
  comment: optional(
    text({ max: 4000, description: "Free text; two backslashes stand for a new line." }),
  ),
  contraAccountNumber: optional(
    text({ max: 64, description: "Account number at the other institution, in free text." }),
  ),
  dtcNumber: optional(text({ max: 20, description: "Clearing number of the other institution." })),
  creationTS: instant({ description: "When it was entered." }),
  lastModifiedTS: instant({ description: "When it last changed." }),
});

/** A transfer as it is answered. */
export const Transfer = Type.Object(
  {
    acatid: Type.String(),
    comment: nullable(
      Type.String({ description: "Free text; two backslashes stand for a new line." }),
    ),
    contraAccountNumber: nullable(Type.String()),
    creationTS: Type.String({ format: "date-time" }),
    dtcNumber: nullable(Type.String()),
    lastModifiedTS: Type.String({ format: "date-time" }),
    status: codeFrom(codeList("transfer-status")),
  },
  { title: "Transfer" },
);
export type Transfer = Static<typeof Transfer>;
