// Long computations in slices: the process works on one slice of all of them in each turn of its event
// loop, so that requests are served in between.

const waiting: (() => void)[] = [];

/** Settles in a later turn of the event loop, in which no other slice begins. */
export function nextSlice(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(begin);
  return promise;
}

function begin(): void {
  const [resolve] = waiting.splice(0, 1);
  resolve?.();
  if (waiting.length > 0) setImmediate(begin);
}

/** How many entries of a list make a slice of a few milliseconds. */
const ofSlice = 250;

/** What `make` makes of each entry of a list, slice by slice. */
export async function mapInSlices<From, To>(
  list: readonly From[],
  make: (entry: From) => To,
): Promise<To[]> {
  const made: To[] = [];
  for (let at = 0; at < list.length; at += ofSlice) {
    if (at > 0) await nextSlice();
    for (const entry of list.slice(at, at + ofSlice)) made.push(make(entry));
  }
  return made;
}

/** Joined slice by slice, what `write` writes for each entry. */
export async function textInSlices<From>(
  list: readonly From[],
  write: (entry: From) => string,
  separator = "",
): Promise<string> {
  const texts: string[] = [];
  for (let at = 0; at < list.length; at += ofSlice) {
    if (at > 0) await nextSlice();
    texts.push(
      list
        .slice(at, at + ofSlice)
        .map(write)
        .join(separator),
    );
  }
  return texts.join(separator);
}

/** How much of a text is parsed in a slice, in characters. */
const parsedOfSlice = 262_144;

/**
 * The entries of a JSON list of objects without blanks, parsed slice by slice. Each begins with the
 * same member: `,{"name":` is found nowhere within an entry, since a text within it has no quotation
 * mark of its own, and after the one that ends it no letter follows.
 */
export async function parseListInSlices(json: string): Promise<unknown[]> {
  const separator = `,${json.slice(1, json.indexOf(":") + 1)}`;
  const last = json.length - 1;
  const entries: unknown[] = [];
  for (let from = 1; from < last; ) {
    if (from > 1) await nextSlice();
    const next = json.indexOf(separator, from + parsedOfSlice);
    const to = next === -1 ? last : next;
    for (const entry of JSON.parse(`[${json.slice(from, to)}]`)) entries.push(entry);
    from = to + 1;
  }
  return entries;
}
