// The difference between two values, field by field.

/** A field with its value before and after; undefined where there was none. */
export interface FieldChange {
  /** The names that lead to the field; positions in lists count from 1. */
  readonly field: readonly string[];
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields that differ, in display order. */
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

/** Every text, number and boolean in a value by its path; empty values are left out. */
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
