// `GET /openapi.json`: the contract as the service serves it, without credentials.
import { createHash } from "node:crypto";
import type { App } from "./frame.ts";
import { contractOf } from "./openapi.ts";

/** Registers `GET /openapi.json`; its servers are those of `PUBLIC_URL`, or the address of the
 * request. */
export async function contractRoute(app: App): Promise<void> {
  const print = printer(app);
  const options = { config: { open: true, tagged: true }, schema: { hide: true } };
  app.get("/openapi.json", options, async (request, reply) => {
    const { publicUrls } = app.frame;
    const text = print(publicUrls.length > 0 ? publicUrls : [request.baseUrl]);
    const digest = createHash("sha256").update(text).digest("base64url");
    return reply
      .header("ETag", `"${digest.slice(0, 27)}"`)
      .type("application/json; charset=utf-8")
      .send(text);
  });
}

/** Prints the contract, all of which but its servers is the same for every request. */
function printer(app: App): (servers: readonly string[]) => string {
  let rest: string | undefined;
  return (servers) => {
    rest ??= JSON.stringify({ ...contractOf(app, []), servers: undefined }).slice(1);
    return `{"servers":${JSON.stringify(servers.map((url) => ({ url })))},${rest}`;
  };
}
