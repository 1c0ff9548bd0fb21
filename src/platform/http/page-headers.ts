// What every answer under /console and /reference says to the browser that shows it: nothing of
// another origin is loaded, framed or told. (docs/adr/0023-sessions.md)
import type { FastifyReply } from "fastify";

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
const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Gives an answer the headers of pages. */
export function asPage(reply: FastifyReply): FastifyReply {
  return reply.headers(pageHeaders);
}
