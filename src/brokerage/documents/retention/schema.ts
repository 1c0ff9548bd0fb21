// The wire shapes of retention: a hold as it is sent, and how long a document is retained. (docs/documents.md)
import type { Static } from "typebox";
import { pageLimit } from "../../../values/page.ts";
import { bool, id, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText, object } from "../../../values/wire.ts";

/** Placing a legal hold, or lifting it. */
export const DocumentHold = object(
  {
    hold: bool({ description: "Whether the document is held, whatever its age." }),
    reason: text({ max: 255, description: "Why it is placed or lifted." }),
  },
  {
    title: "DocumentHold",
    examples: [{ hold: true, reason: "Request of the examiners, 2026-14" }],
  },
);
export type DocumentHold = Static<typeof DocumentHold>;

/** A document with its retention and its holds. */
export const RetainedDocument = Type.Object(
  {
    documentOid: Type.String(),
    owner: Type.String({
      description: "The account, `member:` and a login id, or `firm:` and an id.",
    }),
    kind: Type.String({ enum: ["statement", "bill", "upload"] }),
    reportType: nullableText(),
    documentType: nullableText(),
    reportDate: Type.String({ format: "date-time" }),
    name: Type.String(),
    bytes: Type.String(),
    sha256: Type.String({ description: "The SHA-256 of the bytes, in hexadecimal." }),
    createts: Type.String({ format: "date-time" }),
    createdBy: Type.String(),
    retainUntil: nullable(
      Type.String({
        format: "date-time",
        description: "Null for an upload: seven years from when the account last held anything.",
      }),
    ),
    hold: Type.Boolean(),
    expiredts: nullable(
      Type.String({ format: "date-time", description: "When its bytes were removed." }),
    ),
    holds: Type.Array(
      Type.Object(
        {
          hold: Type.Boolean(),
          reason: Type.String(),
          heldts: Type.String({ format: "date-time" }),
          heldBy: Type.String(),
        },
        { title: "PlacedHold" },
      ),
      { description: "Each time that a hold was placed or lifted, the newest first." },
    ),
  },
  { title: "RetainedDocument" },
);
export type RetainedDocument = Static<typeof RetainedDocument>;

/** The filters of the list of documents: those on hold, or those whose bytes may be removed. */
export const DocumentsQuery = Type.Object({
  state: Type.Optional(
    text({
      oneOf: ["held", "due"],
      description: "`held` (if left out): on a legal hold. `due`: past their time and on no hold.",
    }),
  ),
  limit: pageLimit("50"),
  after: Type.Optional(id({ description: "The id of the last document of the page before." })),
});
export type DocumentsQuery = Static<typeof DocumentsQuery>;

/** A document on hold, or past its time. */
export const ListedDocument = Type.Object(
  {
    documentOid: Type.String(),
    owner: Type.String({
      description: "The account, `member:` and a login id, or `firm:` and an id.",
    }),
    name: Type.String(),
    retainUntil: nullable(Type.String({ format: "date-time" })),
    hold: Type.Boolean(),
    reason: nullableText("Why it is held."),
    heldts: nullable(Type.String({ format: "date-time" })),
    heldBy: nullableText(),
  },
  { title: "ListedDocument" },
);
export type ListedDocument = Static<typeof ListedDocument>;
