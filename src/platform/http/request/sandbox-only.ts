// Routes of a sandbox alone.
import type { FastifyRequest } from "fastify";
import { refusal } from "../../../values/problem.ts";
import { requestErrors } from "../../refusals/errors.ts";

/** Refuses a request, as if there were none like it, where the store is no sandbox. */
export async function inSandboxAlone({ server }: FastifyRequest): Promise<void> {
  const daysAhead = await server.frame.daysAhead?.();
  if (daysAhead === undefined) throw refusal(404, requestErrors.routeNotFound);
}
