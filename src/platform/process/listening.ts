// Where the service listens, and why it cannot.

/** The service cannot listen at its address; the message is one sentence. */
export class ListenFault extends Error {}

/** The fault of an address at which nobody can listen. */
export function listenFault(error: unknown, place: string, variables: string): ListenFault {
  const { code = "" } = error as { code?: string };
  const reason = code === "EADDRINUSE" ? "another process listens there" : code;
  return new ListenFault(
    `The service cannot listen on ${place} (${reason}): set another ${variables}.`,
  );
}

/** Where callers reach a service that listens on a port. */
export function addressAt(
  port: number,
  { host: named, publicUrls }: { readonly host: string; readonly publicUrls: readonly string[] },
): string {
  const host = named.includes(":") ? `[${named}]` : named;
  return publicUrls[0] ?? `http://${host}:${port}`;
}
