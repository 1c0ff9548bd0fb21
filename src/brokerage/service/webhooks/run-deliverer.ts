// The deliverer, which runs where the leader does: each webhook has a lane of its own, so that none
// waits for the receiver of another.
import { setTimeout as delay } from "node:timers/promises";
import type { Id } from "@bursar/values/ids";
import type { FastifyBaseLogger } from "fastify";
import type { Actor } from "../../../platform/change/context.ts";
import { contextOfTerm, type LedParts } from "../../../platform/change/term-context.ts";
import type { Term } from "../../../platform/store/leader.ts";
import { after, hasFailedTooLong, listedFrom } from "../../../platform/webhooks/schedule.ts";
import type { Send } from "../../../platform/webhooks/send-message.ts";
import { firmAsCaller } from "../../clients-and-accounts/firms/reads.ts";
import { collectEvents } from "./collect-events.ts";
import { deliverDue } from "./deliver-due.ts";
import { deleteOldDeliveries } from "./delivery-queries.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { selectBusyWebhooks, selectWebhook } from "./queries.ts";

/** How often it looks whether there is something to do, and how long a lane rests that found
 * nothing although something is late (it waits for what comes before), in milliseconds. */
const lookMs = 150;
const restMs = 1_000;

/** How often old deliveries are removed, in milliseconds: every ten minutes. */
const removalMs = 600_000;

const actor: Actor = { command: "deliverer" };

/** The store, and how messages are sent. */
export interface DelivererParts extends LedParts {
  readonly send: Send;
}

/** The deliverer of a term. */
export interface Deliverer extends DelivererParts {
  readonly term: Pick<Term, "transaction">;
  readonly signal: AbortSignal;
}

/** Finds and sends once what is due to a webhook; returns whether there was anything. */
export async function serveWebhook(of: Deliverer, webhookId: Id): Promise<boolean> {
  const { db, vault, clock, term } = of;
  const webhook = await selectWebhook(db, webhookId);
  if (webhook?.status !== "active" || webhook.isRestored) return false;
  const caller = await firmAsCaller(db, vault, webhook.firmOid);
  if (caller === undefined) return false;
  const hasRead = await collectEvents({ db, term, caller, now: clock() }, webhook);
  const { count, failingSince } = await deliverDue({ ...of, caller }, webhook);
  if (hasFailedTooLong(failingSince, clock())) {
    await disableWebhook(contextOfTerm(of, term, actor), webhookId);
  }
  return hasRead || count > 0;
}

/** Delivers from now on, until the returned function is called. */
export function runDeliverer(
  parts: DelivererParts,
  term: Pick<Term, "transaction">,
  log: Pick<FastifyBaseLogger, "warn">,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const of: Deliverer = { ...parts, term, signal };
  const lanes = new Map<Id, Promise<void>>();
  const failing = new Set<string>();

  /** Runs work, and logs once that it fails. */
  async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const value = await work();
      failing.delete(name);
      return value;
    } catch (error) {
      const webhook = { err: error, webhook: name };
      if (!failing.has(name)) log.warn(webhook, "events cannot be delivered; it is retried");
      failing.add(name);
      return undefined;
    }
  }

  async function serve(webhookId: Id): Promise<void> {
    let rounds = 0;
    while (!signal.aborted && (await attempt(webhookId, () => serveWebhook(of, webhookId)))) {
      rounds += 1;
    }
    if (rounds === 0) await pause(restMs);
  }

  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});

  async function look(): Promise<void> {
    for (const id of await selectBusyWebhooks(of.db, of.clock())) {
      if (lanes.has(id)) continue;
      lanes.set(
        id,
        serve(id).finally(() => lanes.delete(id)),
      );
    }
  }

  const deliver = async () => {
    let removedAt = new Date(0);
    while (!signal.aborted) {
      await attempt("all", look);
      if (of.clock() >= after(removedAt, removalMs)) {
        removedAt = of.clock();
        await attempt("old deliveries", () => removeOld(of));
      }
      await pause(lookMs);
    }
  };
  const delivering = deliver();
  return async () => {
    stopping.abort();
    await delivering;
    await Promise.all(lanes.values());
  };
}

/** Removes deliveries that are no longer listed. */
export async function removeOld({ term, clock, signal }: Deliverer): Promise<number> {
  const before = listedFrom(clock());
  let all = 0;
  while (!signal.aborted) {
    const removed = await term.transaction((tx) => deleteOldDeliveries(tx, before));
    all += removed;
    if (removed === 0) break;
  }
  return all;
}
