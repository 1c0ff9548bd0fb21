// The wire shapes of what the operator approves, of documents, and of invitations.
// (interface 2.3, 2.4)
import type { Static } from "typebox";
import { codeList, participationCode } from "../../../reference/codes.ts";
import { only } from "../../../values/choices.ts";
import { anyName, fileName, pathSegment } from "../../../values/names.ts";
import { bool, bytes, choice, day, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, object, optional } from "../../../values/wire.ts";
import { ticker } from "./schema.ts";

/** The operator's request to approve an issuer's security, or to withdraw the approval. */
export const OfferApproval = object(
  {
    ticker,
    approved: bool({ description: "False withdraws the approval; a published offer stays so." }),
    approvalDate: optional(day({ description: "The day from which it is in force; today." })),
  },
  {
    title: "OfferApproval",
    examples: [{ ticker: "PRIV.RWZ", approved: true, approvalDate: "2026-03-02" }],
  },
);
export type OfferApproval = Static<typeof OfferApproval>;

/** An approval as it is returned. */
export const ApprovedOffer = Type.Object(
  {
    ticker: Type.String(),
    approvalDate: Type.String({ format: "date-time" }),
    underContract: Type.Boolean(),
  },
  { title: "ApprovedOffer" },
);
export type ApprovedOffer = Static<typeof ApprovedOffer>;

/** The version of a document; 1.10 comes after 1.9. */
export const documentVersion = text({
  max: 19,
  pattern: /^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})$/,
  description: "Major and minor version; 1.10 comes after 1.9.",
});

/** The operator's request to add a document, or a new version of one. */
export const NewOfferDocument = object(
  {
    ticker,
    id: optional(
      text({
        max: 40,
        pattern: pathSegment,
        description: "The same in each version, not . or ..; drawn if left out.",
      }),
    ),
    version: documentVersion,
    name: text({ pattern: fileName, description: "The name of the document's file." }),
    title: text({ pattern: anyName, description: "Title that is displayed." }),
    required: bool({ description: "Whether it must be viewed before a subscription." }),
    signable: bool({ description: "Whether it counts as signed with the subscription." }),
    documentData: bytes({ description: "The document in Base64." }),
  },
  {
    title: "NewOfferDocument",
    examples: [
      {
        ticker: "PRIV.RWN",
        id: "rwn-overview",
        version: "1.1",
        name: "Redwood-Overview.txt",
        title: "Company overview",
        required: false,
        signable: false,
        documentData: Buffer.from("Redwood Robotics, Inc.\n").toString("base64"),
      },
    ],
  },
);
export type NewOfferDocument = Static<typeof NewOfferDocument>;

/** The answer of an invited firm. */
export const Participation = object(
  {
    participatingFirmStatus: choice(
      only(
        "participation-answer",
        codeList("participating-firm-status"),
        ({ code }) => code !== participationCode.pending,
      ),
    ),
  },
  { title: "Participation", examples: [{ participatingFirmStatus: "A" }] },
);
export type Participation = Static<typeof Participation>;

/** The query of a document: which version, by default the latest. */
export const DocumentQuery = Type.Object({ version: optional(documentVersion) });

/** A member's views of a version, as they are returned. */
export const DocumentView = Type.Object(
  {
    loginId: Type.String(),
    version: Type.String(),
    viewedTimestamp: Type.String({ format: "date-time" }),
    numberOfViews: Type.String(),
    signedTimestamp: nullable(Type.String({ format: "date-time" })),
  },
  { title: "DocumentView" },
);
export type DocumentView = Static<typeof DocumentView>;

/** The request of a sandbox's operator to have an offer made ready and published: nothing. */
export const OfferToPublish = object({}, { title: "OfferToPublish", examples: [{}] });
