// The variables that bound what callers may send: bodies, requests, time and connections.
import { duration, integer, size } from "./config-values.ts";

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
    "Memory that the bodies of all requests may take together: one API user or address a quarter " +
      "of it, all signed requests that have not fully arrived a half; an eighth is kept for bodies " +
      "up to 64 KiB, one of each caller. Beyond it the oldest body of whoever holds most, or 503.",
    16_384,
  ),
  answerMemory: size(
    "ANSWER_MEMORY",
    "256MiB",
    "Memory that answers may take together while their callers read them. An API user that leaves " +
      "a quarter of it unread is answered no further reads: 429. Beyond it the oldest answer of " +
      "whoever leaves most unread is given up.",
    16_384,
  ),
  largeReads: integer(
    "LARGE_READS",
    "4",
    { from: 1, to: 1_000 },
    "Large reads (all tax lots of an account, CSV, tax papers) that are worked on at once: half of " +
      "them of one firm, two of one API user. Others wait in a queue.",
  ),
  waitingReadsOfUser: integer(
    "WAITING_READS_PER_API_USER",
    "64",
    { from: 0, to: 100_000 },
    "Large reads that one API user may have waiting; more are answered 429.",
  ),
  waitingReadsOfFirm: integer(
    "WAITING_READS_PER_FIRM",
    "256",
    { from: 0, to: 100_000 },
    "Large reads that one firm may have waiting; more are answered 429.",
  ),
  rateLimit: integer(
    "RATE_LIMIT",
    "500",
    { from: 0, to: 1_000_000 },
    "Requests per second that one API user may send to this machine, with bursts of twice as " +
      "many; each 64 KiB of a body or an answer (32 KiB of that of a large read) and each " +
      "millisecond of checking a body count as one more. 0 means no limit. Each `serve` keeps its " +
      "own count, which a restart clears.",
  ),
  eventStreams: integer(
    "EVENT_STREAMS_PER_API_USER",
    "8",
    { from: 1, to: 1_000 },
    "Streams of events that one API user may have open on this machine; more are answered 429.",
  ),
  headTimeoutMs: duration(
    "HEAD_TIMEOUT",
    "10s",
    "Longest time that the head of a request may take to arrive; at most `REQUEST_TIMEOUT`.",
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
    "Connections that may be open at once; those that have not shown a good credential have half " +
      "of them. Beyond it the one that has been silent longest is closed.",
  ),
  connectionsOfAddress: integer(
    "CONNECTIONS_PER_ADDRESS",
    "500",
    { from: 1, to: 100_000 },
    "Connections that may be open at once from one address (or one network of 64 bits of IPv6), " +
      "unless it is in `TRUST_PROXY`. Beyond it the one of them that has been silent longest is closed.",
  ),
  storedBytesOfFirm: size(
    "STORED_BYTES_PER_FIRM",
    "1024MiB",
    "Signatures and documents that one firm may have stored; with more, signing is refused.",
    1_048_576,
  ),
};
