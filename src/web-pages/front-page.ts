// `GET /`: where a browser finds the console, and any other caller the contract.
import type { App } from "../platform/http/frame.ts";
import { prefixOf } from "./routes.ts";

/** The addresses served besides the interface. */
interface Offered {
  readonly console: boolean;
  readonly reference: boolean;
}

/** Registers `GET /`, the address that a start prints. */
export function frontPage(offered: Offered) {
  return async (app: App): Promise<void> => {
    const options = { config: { open: true, shownAs: "console" }, schema: { hide: true } };
    app.get("/", options, async (request, reply) => {
      reply.header("Vary", "Accept");
      if (offered.console && takesPages(request.headers.accept)) {
        return reply
          .code(302)
          .header("Location", `${prefixOf(request)}/console/`)
          .send();
      }
      const { baseUrl } = request;
      const reference = offered.reference ? `; the reference at ${baseUrl}/reference/` : "";
      const line = `Bursar. The contract is at ${baseUrl}/openapi.json${reference}.\n`;
      return reply.type("text/plain; charset=utf-8").send(line);
    });
  };
}

/** Whether the caller asks for a page by name, as browsers do and `*\/*` does not. */
function takesPages(accept = ""): boolean {
  return accept
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .some((each) => /^text\/html\s*(;|$)/.test(each) && !/;\s*q=0(\.0*)?\s*(;|$)/.test(each));
}
