// A message as it is sent, by the Standard Webhooks specification.
import { createHmac } from "node:crypto";

/** The prefix of a secret of the specification. */
const prefix = "whsec_";

/** A new secret of 256 random bits. */
export function drawSecret(random: (bytes: number) => Uint8Array): string {
  return prefix + Buffer.from(random(32)).toString("base64");
}

/** The bytes with which a secret signs. */
function keyOfSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), "base64");
}

/** A message as it is sent. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs a body with each of the secrets, the newest first. */
export function signedMessage(
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: Date },
  secrets: readonly string[],
): Message {
  const timestamp = String(Math.floor(+now / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", keyOfSecret(secret));
    return `v1,${mac.update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    headers: {
      "content-type": "application/json",
      "user-agent": "Bursar",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" "),
    },
    body,
  };
}
