// The servers that one address of a database names: hosts and ports in lists, as libpq writes them.

/** An address for each server that the given one names, in their order. */
export function serverAddresses(address: string): string[] {
  const found = parts.exec(address);
  if (found === null) return [address];
  const [, start = "", hosts = "", rest = ""] = found;
  const named = (hosts === "" ? [""] : hosts.split(",")).map((host) => start + host + rest);
  const [first = address] = named;
  const query = URL.parse(first)?.searchParams;
  const listed = query?.get("host")?.split(",") ?? [];
  if (listed.length < 2) return named;
  const ports = query?.get("port")?.split(",") ?? [];
  return listed.map((host, place) => {
    const url = new URL(first);
    url.searchParams.set("host", host);
    const port = ports[place] ?? ports[0];
    if (port !== undefined) url.searchParams.set("port", port);
    return url.href;
  });
}

// Up to the login, the hosts, and what follows them.
const parts = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;
