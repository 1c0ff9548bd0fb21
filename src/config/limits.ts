// The variables that bound what callers may send: bodies, requests, time and connections.
import { duration, integer, size } from "./values.ts";

/** The limits of requests and connections, as rows of the table of variables. */
export const edgeLimits = {
  bodyLimit: size("BODY_LIMIT", "1MiB", "Largest body of a request."),
  signatureBodyLimit: size(
    "SIGNATURE_BODY_LIMIT",
    "4MiB",
    "Largest body of a request that carries a signature.",
  ),
  bodyMemory: size(
    "BODY_MEMORY",
    "128MiB",
    "Memory that the bodies of all requests may take together; beyond it 503.",
    16_384,
  ),
  rateLimit: integer(
    "RATE_LIMIT",
    "500",
    { from: 0, to: 1_000_000 },
    "Requests per second that one API user may send to this machine, with bursts of twice as " +
      "many. Each 64 KiB of a body or a response (32 KiB of that of a large read) and each " +
      "millisecond of checking a body count as one more. 0 means no limit. Each `serve` keeps its " +
      "own count, which a restart clears.",
  ),
  requestTimeoutMs: duration(
    "REQUEST_TIMEOUT",
    "30s",
    "Longest time that a request may take to arrive.",
  ),
  connections: integer(
    "CONNECTIONS",
    "2000",
    { from: 2, to: 100_000 },
    "Connections that may be open at once; beyond it new ones are closed.",
  ),
  storedBytesOfFirm: size(
    "STORED_BYTES_PER_FIRM",
    "1024MiB",
    "Signatures and documents that one firm may have stored; with more, signing is refused.",
    1_048_576,
  ),
};
