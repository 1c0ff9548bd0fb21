// The bytes that are accepted: their media type by their first bytes, and their number.
import type { MediaType } from "./document.ts";

/** The most bytes of one document that is sent or loaded: 16 MiB. */
export const mostBytes = 16_777_216;

const kinds: readonly (readonly [MediaType, Buffer])[] = [
  ["application/pdf", Buffer.from("%PDF-")],
  ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
  ["image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

/** The media type by the first bytes; undefined for a type that is not accepted. */
export function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  return kinds.find(([, start]) => bytes.subarray(0, start.length).equals(start))?.[0];
}

/** The media type of a document of a type; only proof of identity may be an image. */
export function acceptedType(
  bytes: Buffer,
  documentType: string | undefined,
): MediaType | undefined {
  const found = mediaTypeOf(bytes);
  return found === "application/pdf" || documentType === "CIP_VERIFICATION" ? found : undefined;
}
