// The signature of a request: HMAC-SHA256 over its method, address, time stamp and body.
import { createHmac, hash, type KeyObject } from "node:crypto";
import { decodeDay } from "@bursar/values/dates";
import { isSameBytes } from "../keys/same-bytes.ts";

/** The signed text: the method, the full address as sent, the time stamp and the body's bytes. */
export interface Signable {
  readonly method: string;
  readonly url: string;
  readonly timestamp: string;
  readonly body: Buffer;
}

/** The string to sign: four lines joined by single line feeds, the body as the hex of its MD5. */
export function stringToSign(request: Signable): string {
  const bodyHash = hash("md5", request.body);
  return [request.method.toUpperCase(), request.url, request.timestamp, bodyHash].join("\n");
}

/** The signature in Base64, before the percent-encoding of the header. */
export function computeSignature(secret: string | KeyObject, request: Signable): string {
  return createHmac("sha256", secret).update(stringToSign(request), "utf8").digest("base64");
}

/** Whether a signature is that of the request, in time that does not depend on where it differs. */
export function isValidSignature(secret: KeyObject, request: Signable, given: string): boolean {
  return isSameBytes(Buffer.from(computeSignature(secret, request)), Buffer.from(given));
}

/** How far a request's clock may be from the service's, in milliseconds: five minutes. */
export const clockSkewMs = 5 * 60 * 1000;

const form = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/;

/**
 * The instant of a time stamp (ISO 8601 with offset, up to nine digits of a second), cut to the
 * millisecond; `undefined` when it is none.
 */
export function decodeTimestamp(timestamp: string): Date | undefined {
  const [, day = "", time = "", fraction = "", offset = ""] = form.exec(timestamp) ?? [];
  // Date would take a nonexistent day for one of the next month.
  if (decodeDay(day) === undefined) return undefined;
  const zone = offset.replace(/^(.\d\d)(\d\d)$/, "$1:$2");
  const at = new Date(`${day}${time}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The stored form of the signature of a change. */
export function signatureHash(apiKey: string, signature: string): Buffer {
  return hash("sha256", `${apiKey}\n${signature}`, "buffer");
}
