// The network to which an address belongs: the holder of one address of IPv6 has its whole network
// of 64 bits, and could send each request from another address of it.

/** Under what the requests and connections of an address are counted: the first 64 bits of one of
 * IPv6, and anything else as it is. */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%", 1);
  if (!bare.includes(":")) return address;
  // One of IPv4 that arrives by IPv6 is one of IPv4.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = "", after] = bare.split("::", 2);
  const first = groupsOf(before);
  const last = groupsOf(after ?? "");
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The groups of a part of an address; two where it ends in one of IPv4. */
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
