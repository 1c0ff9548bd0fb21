// Short confirmations of changes, shown for some seconds on whichever page the user has gone to.

const told = new EventTarget();

/** Shows a message in the corner of the page, and reads it to screen readers. It must contain nothing secret. */
export function toast(message: string): void {
  told.dispatchEvent(new CustomEvent("toast", { detail: message }));
}

/** Calls a function with each message until the one that is returned is called. */
export function listenForToasts(take: (message: string) => void): () => void {
  const listen = (event: Event) => take((event as CustomEvent<string>).detail);
  told.addEventListener("toast", listen);
  return () => told.removeEventListener("toast", listen);
}
