// Lists that are answered in parts: each answer links to the next.

/** The parameters and body of a request. */
export interface Sent extends Readonly<Record<string, unknown>> {
  readonly params?: Partial<Record<"path" | "query" | "header", Record<string, unknown>>>;
}

/** Sends a request; throws where it does not succeed. */
export type Ask = (
  method: "get" | "post" | "put" | "delete",
  path: string,
  init?: Sent,
) => Promise<{ readonly data: unknown; readonly response: Response }>;

/** The items of every part; the next part is asked for when the last item before it was taken. */
export async function* itemsOf(
  ask: (query: Readonly<Record<string, string>>) => ReturnType<Ask>,
): AsyncGenerator<unknown> {
  let query: Readonly<Record<string, string>> | undefined = {};
  while (query !== undefined) {
    const { data, response }: Awaited<ReturnType<Ask>> = await ask(query);
    yield* data as readonly unknown[];
    query = nextIn(response.headers.get("link"));
  }
}

/** The query of the next part. Only that is taken of the link: the service may be known by another
 * address than the one at which it is reached. */
export function nextIn(link: string | null): Readonly<Record<string, string>> | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? "") ?? [];
  return address === undefined ? undefined : Object.fromEntries(new URL(address).searchParams);
}
