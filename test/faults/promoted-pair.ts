// Two servers of one store behind one address, of which the round itself promotes the standby.
import { setTimeout as delay } from "node:timers/promises";
import { openReplicatedStore, type ReplicatedServer } from "../replicated-store.ts";
import type { StorePair } from "./fail-over-run.ts";

/** The pair, and which server is which at the moment. */
export interface PromotedPair extends StorePair {
  readonly servers: { primary: ReplicatedServer; standby: ReplicatedServer };
}

/** Starts both servers. */
export async function openPromotedPair(): Promise<PromotedPair> {
  const store = await openReplicatedStore();
  const servers = { primary: store.first, standby: store.second };
  return {
    servers,
    env: { DATABASE_URL: store.url },
    admin: async () => servers.primary.admin,
    confirm: () => store.confirmBy(servers.primary),
    async fail(how) {
      if (how === "killed") await servers.primary.kill();
      else servers.primary.freeze();
    },
    async promote() {
      const { primary, standby } = servers;
      await standby.promote();
      store.leadTo(standby);
      servers.primary = standby;
      servers.standby = primary;
    },
    async wake() {
      servers.standby.thaw();
      await delay(300);
    },
    async mend() {
      await store.remake(servers.standby);
      await store.confirmBy(servers.primary);
    },
    close: store.close,
  };
}
