// Decodes a signature, wherever one is sent: Base64 behind an optional tag, and bytes of the kind
// that the request names. (interface 2.1)

import type { ErrorCode } from "@bursar/values/error-code";
import type { TUnsafe } from "typebox";
import { signatureImageEncodings } from "../../../reference/codes.ts";
import { acceptedFrom, type Choices, contractForm } from "../../../values/contract-form.ts";
import { valueErrors } from "../../../values/errors.ts";
import { type FieldProblem, fieldProblem, missing, notListed } from "../../../values/problem.ts";
import { note, wired, wrongKind } from "../../../values/wire.ts";
import { faultOfDrawing } from "./drawing.ts";
import { agreementErrors } from "./errors.ts";

/** The codes of a signature that is not what it says, in order of precedence. */
export const signatureErrors = {
  data: agreementErrors.signatureData,
  size: agreementErrors.drawingTooLarge,
} as const;

const exampleImage =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">' +
  '<path d="M5 25 15 5l10 20M40 12c9-14 18 26 40 2" fill="none" stroke="#000"/></svg>';

/** A signature for examples of requests: an SVG in Base64. */
export const exampleSignature = Buffer.from(exampleImage).toString("base64");

/** Base64, with or without a tag before it, decoded to bytes. */
export function signatureData(rule: { whenMissing?: ErrorCode } = {}): TUnsafe<SignatureData> {
  const description =
    "The signature in Base64. An image may have a tag before it, such as data:image/gif;base64, " +
    "or data:image/png:base64, in any letter case; the tag is ignored.";
  return wired<SignatureData>(
    { type: "string", minLength: 1, description },
    {
      kind: "scalar",
      ...rule,
      decode(raw, field, problems) {
        if (typeof raw !== "string") return wrongKind(problems, field, "a text");
        return decodeSignature(raw) ?? note(problems, field, signatureErrors.data);
      },
      codes: () => [signatureErrors.data.code],
    },
  );
}

const methods = [
  { code: "SIGNATURE_IMAGE", name: "An image of the signature" },
  { code: "SIGNED_PDF", name: "The agreement as a signed PDF" },
] as const;

/** The ways to sign. */
export const signatureMethods: Choices = {
  name: "signature-method",
  rows: methods,
  takesNames: false,
  codeOf: (value) => methods.find(({ code }) => code === value)?.code,
};

/** A code that a rule checks, since it is ignored with a signed PDF. */
export function imageEncoding(rule: { whenMissing?: ErrorCode } = {}): TUnsafe<string> {
  const codes = signatureImageEncodings.rows.map(({ code }) => code);
  const description =
    "The format of the image; needed for SIGNATURE_IMAGE, ignored for SIGNED_PDF.";
  return wired<string>(
    {
      type: "string",
      description,
      examples: codes,
      [contractForm]: acceptedFrom(signatureImageEncodings),
    },
    {
      kind: "scalar",
      decode: (raw, field, problems) =>
        typeof raw === "string" ? raw : wrongKind(problems, field, "a code as text"),
      codes: (field) => [
        rule.whenMissing?.code ?? missing(field).errorCode,
        valueErrors.choice.code,
      ],
    },
  );
}

/** A signature as it was sent: its bytes, and whether a tag named a kind of image before them. */
export interface SignatureData {
  readonly bytes: Buffer;
  readonly isTagged: boolean;
}

// The colon after jpg and png is the interface's own; the usual spellings are accepted too.
const tags = [
  "data:image/gif;base64,",
  "data:image/jpg:base64,",
  "data:image/png:base64,",
  "data:image/jpg;base64,",
  "data:image/jpeg;base64,",
  "data:image/png;base64,",
  "data:image/svg+xml;base64,",
];
const longestTag = Math.max(...tags.map((tag) => tag.length));

/** Strips one tag of any letter case and decodes what follows; undefined unless it is Base64. */
export function decodeSignature(sent: string): SignatureData | undefined {
  const start = sent.slice(0, longestTag).toLowerCase();
  const tag = tags.find((each) => start.startsWith(each)) ?? "";
  const bytes = decodeBase64(sent.slice(tag.length));
  return bytes && { bytes, isTagged: tag !== "" };
}

/** The bytes of strict Base64; undefined for anything else, and for none. */
export function decodeBase64(sent: string): Buffer | undefined {
  const bytes = Buffer.from(sent, "base64");
  // The decoder ignores stray characters and missing padding, so its result is encoded again and
  // compared.
  return bytes.length > 0 && bytes.toString("base64") === sent ? bytes : undefined;
}

/** The kind of a signature's bytes: an encoding of an image, or a PDF. */
export type SignatureKind = "SVG" | "GIF" | "JPG" | "PNG" | "PDF";

/** The fields in which a signature names the kind of its bytes. */
interface NamedSignature {
  readonly signatureMethod: string;
  readonly signatureImageEncoding?: string;
}

/** The problem of an image whose encoding is not named, or not known. */
export function encodingProblems(
  { signatureMethod, signatureImageEncoding: encoding }: NamedSignature,
  field: string,
  unnamed: FieldProblem,
): FieldProblem[] {
  if (signatureMethod !== "SIGNATURE_IMAGE") return [];
  if (encoding === undefined) return [unnamed];
  return signatureImageEncodings.has(encoding)
    ? []
    : [
        notListed(
          field,
          signatureImageEncodings.rows.map(({ code }) => code),
        ),
      ];
}

/** The kind of bytes that a signature must have; undefined where it names no encoding of its
 * image. */
export function signatureKindOf({
  signatureMethod,
  signatureImageEncoding = "",
}: NamedSignature): SignatureKind | undefined {
  if (signatureMethod === "SIGNED_PDF") return "PDF";
  return signatureImageEncodings.find(signatureImageEncoding)?.code as SignatureKind | undefined;
}

const firstBytes: Readonly<Record<Exclude<SignatureKind, "SVG">, Buffer>> = {
  GIF: Buffer.from("GIF8"),
  JPG: Buffer.from([0xff, 0xd8, 0xff]),
  PNG: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  PDF: Buffer.from("%PDF-"),
};

/** Faults of a signature that should be of a kind, by the name of its field. */
export function signatureProblems(
  field: string,
  { bytes, isTagged }: SignatureData,
  kind: SignatureKind,
): FieldProblem[] {
  // Tags belong to images: one before a PDF is not Base64.
  const fault = kind === "PDF" && isTagged ? "other kind" : faultOfContent(bytes, kind);
  if (fault === undefined) return [];
  return [fieldProblem(field, fault === "too large" ? signatureErrors.size : signatureErrors.data)];
}

/** Faults of bytes that should be of that kind: they are not, or are a drawing with more
 * in it than is read. */
export function faultOfContent(
  bytes: Buffer,
  kind: SignatureKind,
): "too large" | "other kind" | undefined {
  if (kind === "SVG") {
    const fault = faultOfDrawing(bytes);
    return fault === "no drawing" ? "other kind" : fault;
  }
  const wanted = firstBytes[kind];
  return bytes.subarray(0, wanted.length).equals(wanted) ? undefined : "other kind";
}
