// Notices of finished changes, in a corner of the page for some seconds. They take neither the
// focus nor clicks.
import { useEffect, useRef, useState } from "react";
import { listenForToasts } from "../data/toasts.ts";
import { Icon } from "./icon.tsx";

interface Toast {
  readonly id: number;
  readonly message: string;
}

/** How long a message stays, in milliseconds. */
const shownMs = 6_000;

/** How many are shown at once. */
const most = 3;

/** The messages that are shown now, the newest last. */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const last = useRef(0);
  useEffect(() => {
    const timers = new Set<number>();
    const stop = listenForToasts((message) => {
      last.current += 1;
      const id = last.current;
      setToasts((shown) => [...shown, { id, message }].slice(-most));
      const timer = window.setTimeout(() => {
        timers.delete(timer);
        setToasts((shown) => shown.filter((each) => each.id !== id));
      }, shownMs);
      timers.add(timer);
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  return (
    <div className="toasts no-print" aria-live="polite">
      {toasts.map(({ id, message }) => (
        <p key={id} className="toast">
          <Icon name="check" />
          {message}
        </p>
      ))}
    </div>
  );
}
