// The wire shapes of uploads: a document as it is sent, and as it is listed. (docs/documents.md)
import type { Static, TUnsafe } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import { type Choices, codeFrom } from "../../../values/contract-form.ts";
import { invalid } from "../../../values/problem.ts";
import { choice, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import {
  note,
  nullable,
  nullableText,
  object,
  optional,
  wired,
  wrongKind,
} from "../../../values/wire.ts";
import { decodeBase64 } from "../../clients-and-accounts/agreements/signature.ts";
import { mostBytes } from "../vault/kept-bytes.ts";

/** The largest body: the largest document in Base64, and its other fields. */
export const uploadBodyLimit = 23_068_672;

function documentData(): TUnsafe<Buffer> {
  return wired<Buffer>(
    {
      type: "string",
      minLength: 1,
      description:
        "At most 16 MiB of a PDF in strict Base64; proof of identity may also be a JPEG or PNG image.",
    },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a text");
        const bytes = decodeBase64(raw);
        if (bytes !== undefined && bytes.length <= mostBytes) return bytes;
        return note(problems, field, undefined);
      },
      codes: (field) => [invalid(field).errorCode],
    },
  );
}

const referenceKinds = [
  { code: "ACCOUNT", name: "An account" },
  { code: "MEMBER", name: "A member" },
] as const;

const referenceTypes: Choices = {
  name: "reference-type",
  rows: referenceKinds,
  takesNames: false,
  codeOf: (value) => referenceKinds.find(({ code }) => code === value)?.code,
};

const others = {
  reference: optional(text({ max: 40, description: "The sender's own number of the document." })),
  referenceType: optional(
    choice(referenceTypes, {
      description: "The kind of record that the reference names; else that of the path.",
    }),
  ),
  comments: optional(
    text({ max: 4_000, description: "Notes for the operator; the first 300 characters are kept." }),
  ),
};

/** The first bytes of a PDF in Base64, for examples. */
const examplePdf = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");

/** A document of an account as it is sent. */
export const AccountUpload = object(
  {
    documentData: documentData(),
    documentType: choice(codeList("account-document-type")),
    ...others,
  },
  {
    title: "AccountUpload",
    examples: [{ documentData: examplePdf, documentType: "W9", reference: "W9-2026" }],
  },
);
export type AccountUpload = Static<typeof AccountUpload>;

/** A document of a member as it is sent. */
export const MemberUpload = object(
  {
    documentData: documentData(),
    documentType: choice(codeList("member-document-type")),
    ...others,
  },
  {
    title: "MemberUpload",
    examples: [{ documentData: examplePdf, documentType: "CIP_VERIFICATION" }],
  },
);
export type MemberUpload = Static<typeof MemberUpload>;

/** A document that was sent, as lists show it. */
export const UploadedDocument = Type.Object(
  {
    documentOid: Type.String(),
    documentType: Type.String({ enum: typesOf("account").concat(typesOf("member")) }),
    name: Type.String({ description: "The name under which it is saved." }),
    mediaType: Type.String(),
    bytes: Type.String({ description: "The size in bytes." }),
    sha256: Type.String({ description: "The SHA-256 of the bytes, in hexadecimal." }),
    reference: nullableText(),
    referenceType: Type.String({ enum: referenceKinds.map(({ code }) => code) }),
    comments: nullableText(),
    createts: Type.String({ format: "date-time" }),
    ifaId: nullableText("The item whose answer is the verdict."),
    ifaStatus: nullable(codeFrom(codeList("ifa-status"))),
  },
  { title: "UploadedDocument" },
);
export type UploadedDocument = Static<typeof UploadedDocument>;

function typesOf(whose: "account" | "member"): string[] {
  return codeList(`${whose}-document-type`).rows.map(({ code }) => code);
}
