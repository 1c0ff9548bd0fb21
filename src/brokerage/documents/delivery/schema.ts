// The wire shapes of delivery preferences. (docs/documents.md)
import type { Static, TUnsafe } from "typebox";
import { bool, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { note, nullable, object, optional, wired, wrongKind } from "../../../values/wire.ts";
import { decodeBase64 } from "../../clients-and-accounts/agreements/signature.ts";
import { mediaTypeOf } from "../vault/kept-bytes.ts";
import { deliveryErrors } from "./errors.ts";

/** The ways in which papers are delivered. */
const ways = ["electronic", "paper"] as const;
export type Way = (typeof ways)[number];

/** The kinds of papers for which a member chooses. */
export const chosenKinds = ["statements", "confirmations", "taxForms", "bills"] as const;

const mostConsentBytes = 1_048_576;

const way = (of: string) =>
  optional(
    text<Way>({ oneOf: [...ways], description: `How ${of} are delivered; else unchanged.` }),
  );

function signedConsent(): TUnsafe<Buffer> {
  return wired<Buffer>(
    {
      type: "string",
      minLength: 1,
      description: "The consent that the member has signed, a PDF in Base64; of a firm alone.",
    },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a text");
        const bytes = decodeBase64(raw);
        const isPdf = bytes !== undefined && mediaTypeOf(bytes) === "application/pdf";
        if (isPdf && bytes.length <= mostConsentBytes) return bytes;
        return note(problems, field, deliveryErrors.signedConsentData);
      },
      codes: () => [deliveryErrors.signedConsentData.code],
    },
  );
}

/** How a member wants papers from now on. */
export const DeliveryUpdate = object(
  {
    statements: way("statements and reports"),
    confirmations: way("confirmations"),
    taxForms: way("tax papers"),
    bills: way("bills"),
    consent: optional(
      bool({
        description:
          "`true` agrees to the consent of this request's read; `false` withdraws it, and all papers " +
          "are sent on paper again.",
      }),
    ),
    signedConsent: optional(signedConsent()),
  },
  { title: "DeliveryUpdate", examples: [{ statements: "paper" }] },
);
export type DeliveryUpdate = Static<typeof DeliveryUpdate>;

const shownWay = Type.String({ enum: [...ways] });

/** How a member wants papers. */
export const DeliveryPreferences = Type.Object(
  {
    statements: shownWay,
    confirmations: shownWay,
    taxForms: shownWay,
    bills: shownWay,
    consent: Type.Boolean({ description: "Whether the member's consent stands." }),
    consentts: nullable(
      Type.String({
        format: "date-time",
        description: "When it was given; null unless it stands.",
      }),
    ),
    consentWords: Type.String({ description: "The words to which a member agrees now." }),
  },
  { title: "DeliveryPreferences" },
);
export type DeliveryPreferences = Static<typeof DeliveryPreferences>;
