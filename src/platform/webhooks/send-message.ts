// Sends a message to a receiver, over a connection to an address that was judged before. Nothing is
// followed, no proxy is asked, and of the response only the status is used.
import { Resolver } from "node:dns/promises";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { methodOf } from "../http/request/request-kind.ts";
import { http } from "../process/node-http.ts";
import { AddressRefused, type Resolve, receiverAddresses } from "./receiver-address.ts";
import type { Message } from "./signed-message.ts";

/** The outcome of one attempt: the status of the response, or why there was none. */
export type Outcome = { readonly status: number } | { readonly fault: Fault };

/** Why there was no response. */
export type Fault = "address" | "connection" | "time";

/** Sends a message to a URL; never throws. */
export type Send = (url: string, message: Message, signal: AbortSignal) => Promise<Outcome>;

/** The options of sending messages. */
export interface SendOptions {
  /** Whether a receiver on this machine may be reached by http. */
  readonly isSandbox: () => Promise<boolean>;
  readonly timeLimitMs?: number;
  readonly resolve?: Resolve;
}

const usualTimeLimitMs = 10_000;

/** How much of a response is read. */
const mostRead = 64 * 1024;

/** Makes what sends. */
export function sender({
  isSandbox,
  timeLimitMs = usualTimeLimitMs,
  resolve = resolveName,
}: SendOptions): Send {
  return async (text, message, stopping) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeLimitMs);
    const signal = AbortSignal.any([late.signal, stopping]);
    const ended = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => ended.reject(new Error("over")), { once: true });
    const judge = async (url: URL) =>
      receiverAddresses(url, { resolve, isSandbox: await isSandbox() });
    try {
      const url = new URL(text);
      // Both are awaited at once: a rejection that nobody awaits ends the process.
      const addresses = await Promise.race([judge(url), ended.promise]);
      return { status: await post({ url, addresses, message, signal }) };
    } catch (error) {
      if (late.signal.aborted) return { fault: "time" };
      return { fault: error instanceof AddressRefused ? "address" : "connection" };
    } finally {
      clearTimeout(timer);
      ended.promise.catch(() => {});
    }
  };
}

/** A message on its way to the addresses that were judged. */
interface Post {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly message: Message;
  readonly signal: AbortSignal;
}

/** Posts a message to one of these addresses, and returns the status of the response once it is
 * read as far as it is wanted. It settles once its signal is aborted, whatever has become of the
 * connection: a receiver that changes the protocol takes it out of the request's hands. */
export function post({ url, addresses, message, signal }: Post): Promise<number> {
  const { request } = url.protocol === "https:" ? https : http;
  const { body, headers } = message;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: methodOf.creation,
      // One of its own: the shared one may ask a proxy that the environment names.
      agent: false,
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      lookup: judged(addresses),
      maxHeaderSize: mostRead,
      signal,
    });
    let end = () => {
      reject(new Error("no response"));
      sent.destroy();
    };
    // In addition to the request's own: that one knows no more of a connection that it has given away.
    signal.addEventListener("abort", () => end(), { once: true });
    sent.once("close", () => end());
    sent.on("error", reject);
    sent.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.once("response", (response) => {
      end = () => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      };
      // A connection that breaks off from now on, or a response that is too late, does not change
      // the status.
      sent.off("error", reject).on("error", end);
      let read = 0;
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read > mostRead) end();
      });
      response.on("error", end);
      response.once("close", end);
      response.once("end", end);
    });
    sent.end(body);
  });
}

/** Gives a connection the addresses that were judged, whatever the name resolves to by now. */
function judged(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, done) => {
    const [first = { address: "", family: 4 }] = found;
    if (all) done(null, found);
    else done(null, first.address, first.family);
  };
}

/** Asks name servers itself: the system's look-ups wait for each other in few threads. */
async function resolveName(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}
