// The addresses that webhooks may be sent to: those of hosts that the whole internet reaches, so
// that nobody uses the service to reach addresses that only its own network does. (docs/events.md)
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An address that nothing is sent to. */
export class AddressRefused extends Error {}

const ports = new Set(["", "443", "8443"]);

/** Loopback by name or number, as a URL is normalised. */
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The URL of a receiver; undefined where nothing may be sent to it. In a sandbox it may also be
 * http on loopback. Its name is resolved, and what it resolves to judged, when something is sent. */
export function receiverUrl(text: string, isSandbox: boolean): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "")
    return undefined;
  if (isSandbox && isLoopbackUrl(url)) return url;
  if (url.protocol !== "https:" || !ports.has(url.port)) return undefined;
  const host = bareHost(url);
  if (isIP(host) !== 0) return isGlobal(host) ? url : undefined;
  // A name without a dot, or of this machine, is of no host of the internet.
  return /\.[a-z][a-z0-9-]*\.?$/.test(host) && !/(^|\.)localhost\.?$/.test(host) ? url : undefined;
}

function isLoopbackUrl(url: URL): boolean {
  return url.protocol === "http:" && loopbackHosts.has(url.hostname);
}

/** The host of a URL as a name or an address. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** Whether an address is of one host of the internet: not of a private network, of carriers, of
 * groups, nor one that another address is hidden in. */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/** Finds the addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The addresses to which something for a URL may be sent. One that may not be used refuses all: who
 * mixes them means no good. */
export async function receiverAddresses(
  url: URL,
  { resolve, isSandbox }: { readonly resolve: Resolve; readonly isSandbox: boolean },
): Promise<readonly string[]> {
  if (receiverUrl(url.href, isSandbox) === undefined) throw new AddressRefused();
  const host = bareHost(url);
  if (host === "localhost") return ["127.0.0.1"];
  if (isIP(host) !== 0) return [host];
  const found = await resolve(host);
  if (found.length === 0 || !found.every(isGlobal)) throw new AddressRefused();
  return found;
}
