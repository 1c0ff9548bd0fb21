// When an answer is no longer the process's: it was sent, or its caller has hung up.
import type { ServerResponse } from "node:http";

/** Runs once an answer is sent or nobody is there to receive it, which then never finishes. */
export function whenSent(raw: ServerResponse, run: () => void): void {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    run();
  };
  raw.once("finish", end).once("close", end);
}
