// The address of a request as the router can read it.

/** The address with every part of its path that is not encoded UTF-8 taken literally: a subject
 * called `%ZZ` is one that does not exist, not another request. */
export function routableAddress(address: string): string {
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
