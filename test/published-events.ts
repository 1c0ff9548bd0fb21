// Puts the events of changes into the feed, as the process that leads does.
import { publishPending } from "../src/platform/feed/publisher.ts";
import type { TestService } from "./harness.ts";

/** Publishes every pending event of a service's store. */
export async function publishEvents(service: TestService): Promise<void> {
  const term = { transaction: (work: never) => service.db.transaction(work) } as never;
  for (let from: string | undefined = ""; from !== undefined; ) {
    const { next } = await publishPending(term, service.now(), from);
    from = next === "" ? undefined : next;
  }
}
