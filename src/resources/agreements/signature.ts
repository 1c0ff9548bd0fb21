// What a signature is made of: Base64 behind an optional tag, and bytes of the kind that the
// request names. (interface 2.1)
import { faultOfDrawing } from "./drawing.ts";

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

function decodeBase64(sent: string): Buffer | undefined {
  const bytes = Buffer.from(sent, "base64");
  // The decoder ignores stray characters and missing padding, so its result is encoded again and
  // compared.
  return bytes.length > 0 && bytes.toString("base64") === sent ? bytes : undefined;
}

/** What the bytes of a signature must be: an encoding of an image, or a PDF. */
export type SignatureKind = "SVG" | "GIF" | "JPG" | "PNG" | "PDF";

const firstBytes: Readonly<Record<Exclude<SignatureKind, "SVG">, Buffer>> = {
  GIF: Buffer.from("GIF8"),
  JPG: Buffer.from([0xff, 0xd8, 0xff]),
  PNG: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  PDF: Buffer.from("%PDF-"),
};

/** What is wrong with bytes that should be of that kind: they are not, or are a drawing with more
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
