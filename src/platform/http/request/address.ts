// The address of a request: whether it is one of this service, and as the router can read it.
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Whether a request is addressed to this service: by one sound Host, by a target that names no
 * other, and through proxies that forward what can be true. */
export function isOurs(request: FastifyRequest): boolean {
  const { originalUrl, host, raw, server } = request;
  // HTTP/1.1 needs exactly one Host; two could be read differently by a proxy and by this service.
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  if (hosts.length !== 1 && (hosts.length > 1 || raw.httpVersion !== "1.0")) return false;
  if (!hostForm.test(host ?? "")) return false;
  if (server.frame.trustProxy.length > 0 && !isWellForwarded(request)) return false;
  if (originalUrl.startsWith("/") || originalUrl === "*") return true;
  const { publicUrls } = server.frame;
  const own = publicUrls.length > 0 ? publicUrls.map((url) => new URL(url).host) : [host];
  const [, scheme = "", named = ""] = absoluteForm.exec(originalUrl) ?? [];
  return named !== "" && own.some((each) => bare(each, scheme) === bare(named, scheme));
}

// A proxy is sent the whole address (RFC 9112, 3.2.2).
const absoluteForm = /^(https?):\/\/([^/?#]+)(?![^/?])(.*)$/i;

/** A request target without the scheme and the host that it may name. */
export function originForm(target: string): string {
  const rest = target.startsWith("/") ? undefined : absoluteForm.exec(target)?.[3];
  if (rest === undefined) return target;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function bare(host: string, scheme: string): string {
  const usual = scheme.toLowerCase() === "https" ? /:443$/ : /:80$/;
  return host.toLowerCase().replace(usual, "");
}

/** Whether what a trusted proxy forwards is a scheme and an IP address: others would appear in
 * `Location` and the audit log, and give one caller many addresses to fail from. */
function isWellForwarded({ protocol, ip }: FastifyRequest): boolean {
  return /^https?$/.test(protocol) && isIP(ip) !== 0;
}

// A Location is made from it if no public address is configured.
const hostForm = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])?(?::\d{1,5})?$/;

/** The address of a target as the router can read it: without a host, and with every part of its path
 * that is not encoded UTF-8 taken literally. A subject called `%ZZ` is one that does not exist, not
 * another request. */
export function routableAddress(target: string): string {
  if (target.startsWith("/") && !target.includes("%")) return target;
  const address = originForm(target);
  const [path = ""] = address.split(/[?#]/, 1);
  if (isEncoded(path)) return address;
  const parts = path.split("/").map((part) => (isEncoded(part) ? part : encoded(part)));
  return parts.join("/") + address.slice(path.length);
}

function isEncoded(part: string): boolean {
  if (!part.includes("%")) return true;
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function encoded(part: string): string {
  return part.replaceAll("%", "%25");
}
