// Whether the process runs and whether it can serve; requested without credentials.
import type { App, Frame } from "../frame.ts";

/** Registers `GET /health/live` and `GET /health/ready`. */
export async function healthRoutes(app: App): Promise<void> {
  const options = { config: { open: true, shownAs: "health" }, schema: { hide: true } };
  app.get("/health/live", options, async () => ({ status: "live" }));
  const check = sharedCheck(app.frame);
  app.get("/health/ready", options, async (_request, reply) => {
    const status = await check();
    return reply.code(status === "unavailable" ? 503 : 200).send({ status });
  });
}

interface Checked {
  readonly isReady: Frame["isReady"];
  readonly db: Pick<Frame["db"], "takesChanges">;
}

type Readiness = "ready" | "reads only" | "unavailable";

/** Concurrent health requests share one query of the store: anyone may send them, at any rate. */
export function sharedCheck({ isReady, db }: Checked): () => Promise<Readiness> {
  const ask = async (): Promise<Readiness> => {
    if (!(await isReady().catch(() => false))) return "unavailable";
    return (await db.takesChanges()) ? "ready" : "reads only";
  };
  let asking: Promise<Readiness> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
