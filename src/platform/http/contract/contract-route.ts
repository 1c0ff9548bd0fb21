// `GET /openapi.json`: the contract as the service serves it, without credentials.
import { createHash } from "node:crypto";
import { evictOldest } from "../../process/evict-oldest.ts";
import type { App } from "../frame.ts";
import { buildContract } from "./openapi.ts";

/** Registers `GET /openapi.json`; its servers are those of `PUBLIC_URL`, or the address of the
 * request. */
export async function contractRoute(app: App): Promise<void> {
  const print = contractPrinter(() =>
    JSON.stringify({ ...buildContract(app, []), servers: undefined }),
  );
  const options = {
    config: { open: true, shownAs: "contract", etag: true },
    schema: { hide: true },
  };
  app.get("/openapi.json", options, async (request, reply) => {
    const { publicUrls } = app.frame;
    const { bytes, tag } = print(publicUrls.length > 0 ? publicUrls : [request.baseUrl || "/"]);
    return reply.header("ETag", tag).type("application/json; charset=utf-8").send(bytes);
  });
}

/** The contract with some servers, ready to be sent. */
interface Printed {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** How many lists of servers are cached: a caller may name any host where no address is
 * configured. */
const mostCached = 4;

/** Prints the contract, all of which but its servers is the same for every request. Anyone may ask
 * for it, so that it is not made again for each. */
export function contractPrinter(contract: () => string): (servers: readonly string[]) => Printed {
  let rest: string | undefined;
  const cache = new Map<string, Printed>();
  return (servers) => {
    const named = JSON.stringify(servers.map((url) => ({ url })));
    const known = cache.get(named);
    if (known !== undefined) return known;
    rest ??= contract().slice(1);
    const bytes = Buffer.from(`{"servers":${named},${rest}`);
    const digest = createHash("sha256").update(bytes).digest("base64url");
    const printed = { bytes, tag: `"${digest.slice(0, 27)}"` };
    cache.set(named, printed);
    evictOldest(cache, mostCached);
    return printed;
  };
}
