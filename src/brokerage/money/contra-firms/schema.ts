// The shape of contra firms: those from which accounts are transferred. (interface 4.6)
import type { Static } from "typebox";
import { anyName } from "../../../values/names.ts";
import { bool, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { addressFields, MailingAddress } from "../../clients-and-accounts/accounts/address.ts";

/** A contra firm as it is loaded. */
export const ContraFirmRecord = object({
  name: text({ max: 100, pattern: anyName, description: "The name by which requests name it." }),
  dtcNumber: optional(
    text({ max: 20, description: "Its clearing number; no two firms share one." }),
  ),
  phoneNumber: optional(text({ max: 24 })),
  primaryAddress: optional(object(addressFields)),
  acatEligible: bool({ description: "Whether it takes part in ACATS." }),
});

/** The query of the list: those that take part in ACATS, those that do not, or both. */
export const ContraFirmsQuery = Type.Object({
  acateligible: optional(
    text({ oneOf: ["Y", "N"], examples: ["Y"], description: "Both kinds if left out." }),
  ),
});

/** A contra firm as it is returned. */
export const ContraFirm = Type.Object(
  {
    dtcNumber: nullableText(),
    name: Type.String(),
    phoneNumber: nullableText(),
    primaryAddress: nullable(MailingAddress),
  },
  { title: "ContraFirm" },
);
export type ContraFirm = Static<typeof ContraFirm>;
