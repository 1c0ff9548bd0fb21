// Shows changes by others within seconds: one stream of events per browser, shared by its tabs.
import { Refused } from "@bursar/client";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ChangeEvent, outdatedBy } from "./outdated.ts";
import { bursar, personSignedIn } from "./service.ts";

/** Events within this many milliseconds cause one round of reads. */
const pauseMs = 500;

/** Delay before a rejected stream is retried: an API user may open only a few. */
const againMs = 60_000;

/** Keeps the page up to date with changes by anyone while a user is signed in. */
export function useFollowing(cache: QueryClient): void {
  useEffect(() => follow(cache), [cache]);
}

function follow(cache: QueryClient): () => void {
  const ending = new AbortController();
  const channel = new BroadcastChannel(`bursar-events ${personSignedIn()}`);
  const waiting = new Map<string, readonly string[]>();
  let timer = 0;
  const renew = () => {
    timer = 0;
    const keys = [...waiting.values()];
    waiting.clear();
    for (const queryKey of keys) void cache.invalidateQueries({ queryKey });
  };
  const note = (event: ChangeEvent) => {
    for (const key of outdatedBy(event)) waiting.set(key.join(" "), key);
    timer ||= window.setTimeout(renew, pauseMs);
  };
  channel.onmessage = ({ data }) => note(data as ChangeEvent);
  // One tab of a browser follows the stream and informs the others. When it closes, the next one
  // takes over.
  navigator.locks
    ?.request(channel.name, { signal: ending.signal }, () => read(ending.signal, channel, note))
    .catch(() => {});
  return () => {
    ending.abort();
    channel.close();
    clearTimeout(timer);
  };
}

async function read(
  signal: AbortSignal,
  channel: BroadcastChannel,
  note: (event: ChangeEvent) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { event } of bursar.events({ signal, onGone: () => {} })) {
        const noted = { type: event.type, subject: event.subject };
        channel.postMessage(noted);
        note(noted);
      }
    } catch (error) {
      // The next read reports a session that has ended.
      if (error instanceof Refused && error.status === 401) return;
    }
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, againMs);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  }
}
