// What a change made of what was there, field by field.

/** A field with what was there before and after it; undefined where there was nothing. */
export interface FieldChange {
  /** The names that lead to it, and places in lists from 1. */
  readonly field: readonly string[];
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields that differ, in the order in which they are told. */
export function changesOf(before: unknown, after: unknown): readonly FieldChange[] {
  const were = fieldsOf(before);
  const are = fieldsOf(after);
  return [...new Set([...were.keys(), ...are.keys()])]
    .map((key) => ({
      field: JSON.parse(key) as string[],
      before: were.get(key),
      after: are.get(key),
    }))
    .filter((each) => each.before !== each.after);
}

/** Every text, number and truth in a value by where it is; what is empty is left out. */
function fieldsOf(value: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (part: unknown, path: readonly string[]): void => {
    if (part === null || part === undefined) return;
    if (typeof part !== "object") {
      found.set(JSON.stringify(path), String(part));
    } else if (Array.isArray(part)) {
      const isAlone = part.length === 1;
      part.forEach((each, at) => {
        walk(each, isAlone ? path : [...path, String(at + 1)]);
      });
    } else {
      for (const [name, each] of Object.entries(part)) walk(each, [...path, name]);
    }
  };
  walk(value, []);
  return found;
}
