// Whether the process runs and whether it can serve; requested without credentials.
import type { App } from "./frame.ts";

/** Registers `GET /health/live` and `GET /health/ready`. */
export async function healthRoutes(app: App): Promise<void> {
  const options = { config: { open: true }, schema: { hide: true } };
  app.get("/health/live", options, async () => ({ status: "live" }));
  app.get("/health/ready", options, async (_request, reply) => {
    const isReady = await app.frame.isReady().catch(() => false);
    if (!isReady) return reply.code(503).send({ status: "unavailable" });
    return { status: (await app.frame.db.takesChanges()) ? "ready" : "reads only" };
  });
}
