// What others change is shown within seconds: one stream of events a browser, shared by its tabs.
import { Refused } from "@bursar/client";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { outdatedBy, type Told } from "./outdated.ts";
import { bursar, personSignedIn } from "./service.ts";

/** Events that come together are answered by one round of reads, in milliseconds. */
const pauseMs = 500;

/** After what time a stream that was refused is tried again: an API user has only so many. */
const againMs = 60_000;

/** Keeps what the page shows up to date with what anyone changes, for as long as somebody is signed in. */
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
  const note = (event: Told) => {
    for (const key of outdatedBy(event)) waiting.set(key.join(" "), key);
    timer ||= window.setTimeout(renew, pauseMs);
  };
  channel.onmessage = ({ data }) => note(data as Told);
  // Of the tabs of a browser one follows, and tells the others; when it closes, the next one does.
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
  note: (event: Told) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { event } of bursar.events({ signal, onGone: () => {} })) {
        const told = { type: event.type, subject: event.subject };
        channel.postMessage(told);
        note(told);
      }
    } catch (error) {
      // A session that has ended is told by the next read.
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
