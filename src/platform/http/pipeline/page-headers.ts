// Security headers of every response under /console and /reference: the browser loads, frames and
// sends nothing across origins. (docs/adr/0023-sessions.md)
import type { FastifyReply, FastifyRequest } from "fastify";

const policy = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data: blob:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "worker-src": "'self'",
  "manifest-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/** The headers of pages and of what belongs to them. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": policyText(policy),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** The headers of the reference: Scalar's script writes styles into its page, and nothing else
 * that is inline. (docs/adr/0027-reference.md) */
export const referenceHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  "Content-Security-Policy": policyText({ ...policy, "style-src": "'self' 'unsafe-inline'" }),
};

function policyText(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}

/** Gives a response the headers of pages. */
export function asPage(reply: FastifyReply): FastifyReply {
  return reply.headers(pageHeaders);
}

/** Gives every response below the addresses of pages their headers, refusals included, but one
 * that has a policy of its own. */
export function completePage({ url }: FastifyRequest, reply: FastifyReply): void {
  const isOfPages = /^\/(?:console|reference)(?:[/?#]|$)/.test(url);
  if (isOfPages && !reply.hasHeader("Content-Security-Policy")) asPage(reply);
}
