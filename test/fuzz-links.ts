// Addresses and values in responses, for requests that follow them: addresses of `Location`s and of lists, and values
// of fields by their names. So a request reaches a record that an earlier one has made, in whatever state that has
// come to.

/** How a request follows responses: which address, which fields take a value, and which value. */
export interface Following {
  readonly address: number;
  readonly fields: number;
  readonly value: number;
}

/** The addresses and values that answers have named so far. */
export interface Links {
  /** Learns from a response to a request at this address. */
  learn(path: string, location: string | undefined, body: unknown): void;
  /** The address with which a template goes on from one that is known; the example's where none
   * is. */
  pathOf(template: string, example: string, following: Following): string;
  /** The body with values that responses had in fields of the same names. */
  bodyOf(example: unknown, following: Following): unknown;
}

/** The number of addresses, and of values of a name, that are stored: the last ones. */
const mostPaths = 4_000;
const mostValues = 60;

/** Opens what is known of the contract's addresses. */
export function openLinks(templates: readonly string[]): Links {
  const paths = new Map<string, string[]>();
  const values = new Map<string, string[]>();
  const prefixes = new Map(
    templates.flatMap(prefixesOf).map((prefix): [string, RegExp] => [prefix, patternOf(prefix)]),
  );
  function learnPath(path: string): void {
    for (const [prefix, pattern] of prefixes) {
      if (pattern.test(path)) keep(paths, prefix, path, mostPaths);
    }
  }
  function learnFields(path: string, body: unknown): void {
    if (Array.isArray(body)) {
      for (const each of body.slice(0, 50)) learnFields(path, each);
      return;
    }
    if (typeof body !== "object" || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== "string") learnFields(path, value);
      else if (/^[\w.-]{1,40}$/.test(value)) {
        keep(values, name.toLowerCase(), value, mostValues);
        if (/(id|oid|number)$/i.test(name)) learnPath(`${path}/${value}`);
      }
    }
  }
  return {
    learn(path, location, body) {
      learnPath(path);
      if (location !== undefined) learnPath(new URL(location).pathname);
      learnFields(path, body);
    },
    pathOf(template, example, { address }) {
      const [plain = "", query] = example.split("?");
      for (const prefix of prefixesOf(template)) {
        const known = paths.get(prefix) ?? [];
        const found = known[address % Math.max(1, known.length)];
        if (found === undefined) continue;
        const rest = plain.split("/").slice(prefix.split("/").length);
        const path = [found, ...rest].join("/");
        return query === undefined ? path : `${path}?${query}`;
      }
      return example;
    },
    bodyOf: (example, { fields, value }) => {
      let place = 0;
      const follow = (part: unknown): unknown => {
        if (Array.isArray(part)) return part.map(follow);
        if (typeof part !== "object" || part === null) return part;
        return Object.fromEntries(
          Object.entries(part).map(([name, old]) => {
            place += 1;
            const known = values.get(name.toLowerCase()) ?? [];
            const isFollowed = typeof old === "string" && (fields >> (place % 13)) % 4 === 3;
            const found = known[(value + place) % Math.max(1, known.length)];
            return [name, isFollowed && found !== undefined ? found : follow(old)];
          }),
        );
      };
      return follow(example);
    },
  };
}

/** The parts of a template that end with a parameter, the longest first. */
function prefixesOf(template: string): string[] {
  const parts = template.split("/");
  const ends = parts.flatMap((part, index) => (part.startsWith("{") ? [index + 1] : []));
  return ends.map((end) => parts.slice(0, end).join("/")).toReversed();
}

function patternOf(prefix: string): RegExp {
  const parts = prefix.split("/");
  const text = parts.map((part) => (part.startsWith("{") ? "[\\w.%-]+" : RegExp.escape(part)));
  return new RegExp(`^${text.join("/")}$`);
}

function keep(of: Map<string, string[]>, name: string, value: string, most: number): void {
  const known = of.get(name) ?? [];
  if (known.includes(value)) return;
  of.set(name, [...known.slice(-most + 1), value]);
}
