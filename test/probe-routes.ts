// Routes that no resource has, one of each method with a body and without: they show how the frame
// treats any operation, whichever operations there are.

import { type Change, write } from "../src/platform/change/write.ts";
import { describeApp } from "../src/platform/http/contract/openapi.ts";
import type { App } from "../src/platform/http/frame.ts";
import { createApp } from "../src/platform/http/pipeline/app.ts";
import { Located, updated } from "../src/platform/http/pipeline/response.ts";
import { text } from "../src/values/scalars.ts";
import { object } from "../src/values/wire.ts";
import { anyEntry } from "./any-entry.ts";
import type { TestService } from "./harness.ts";

/** A route of one method. */
export interface Probe {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** A GET that is declared as writing. */
  readonly writes: boolean;
  readonly takesBody: boolean;
}

const methods = ["GET", "GET that writes", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Every method, with a body declared and without. */
export const probes: readonly Probe[] = methods.flatMap((name) =>
  [false, true].map((takesBody) => {
    const [method = ""] = name.split(" ");
    const writes = name !== method;
    const folder = writes ? "recorded" : "plain";
    return {
      name: takesBody ? `${name} with body` : name,
      method,
      path: `/probes/:accountnumber/${folder}/${takesBody ? "body" : "none"}`,
      writes,
      takesBody,
    };
  }),
);

const ProbeBody = object({ word: text() }, { examples: [{ word: "sound" }] });

const plainText = { content: { "text/plain": { schema: text() } } };

const hasTextBody = ({ method }: Probe) => ["GET", "HEAD"].includes(method);

const isReading = ({ method, writes }: Probe) => ["GET", "HEAD"].includes(method) && !writes;

/** The frame over a test's store, with the probes alone; `ran` collects the names of those run. */
export async function openProbes({ app: { frame } }: TestService, ran: string[]): Promise<App> {
  const app = createApp(frame);
  describeApp(app, { exampleResponse: () => undefined, sent: {} });
  for (const probe of probes) addProbe(app, probe, ran);
  addUndeclared(app);
  addBeginning(app);
  await app.ready();
  return app;
}

// The handlers read nothing from the store that could tell them who may use the account.
function addProbe(app: App, probe: Probe, ran: string[]): void {
  const { name, method, path, writes, takesBody } = probe;
  app.route({
    method,
    url: path,
    config: {
      access: "account",
      right: "summary",
      callers: ["institutional", "operator"],
      ...(writes && { writes }),
    },
    schema: {
      operationId: name,
      ...(takesBody && { body: ProbeBody }),
      response: { 200: hasTextBody(probe) ? plainText : Located },
    },
    handler: async (request, reply) => {
      ran.push(name);
      const { accountnumber: subject = "" } = request.params as Record<string, string>;
      const { context } = request;
      if (isReading(probe) || !context.recordsUse)
        return reply.header("X-Probe", name).send("read");
      const change = async (): Promise<Change<string>> => ({
        value: "written",
        audit: [{ subject, after: { body: request.body ?? null } }],
      });
      const value = await write(context, anyEntry("probe"), change);
      return hasTextBody(probe) ? reply.send(value) : updated(reply, path);
    },
  });
}

/** A GET that writes although its route does not say so. */
function addUndeclared(app: App): void {
  app.get("/probes/:accountnumber/undeclared", {
    config: { access: "account", right: "summary", callers: ["institutional"] },
    schema: { hide: true },
    handler: async ({ context }) =>
      write(context, anyEntry("probe"), async () => ({
        value: null,
        audit: [{ subject: "RA00000001" }],
      })),
  });
}

/** A change that leaves it to `write()` to decide access. */
function addBeginning(app: App): void {
  app.post("/probes/:accountnumber/beginning", {
    config: { access: "account", right: "summary", callers: ["institutional"] },
    schema: { hide: true },
    handler: async ({ context }, reply) => {
      const audit = [{ subject: context.subject }];
      await write(context, anyEntry("probe"), async () => ({ value: null, audit }));
      return updated(reply, "/probes");
    },
  });
}
