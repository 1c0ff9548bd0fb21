// A source file with all of its mutants in it, each inactive until it is named: one copy of the
// tree serves every mutant, and records which tests reach which.
import type { Mutant } from "./operators.ts";

/** The name, on `globalThis`, of the function that says whether a mutant is active. */
export const switchName = "$mutant";

/** The text in which each mutant replaces its expression once its number is active; numbers count
 * up from `first` in the order of the mutants. */
export function instrumented(text: string, mutants: readonly Mutant[], first: number): string {
  const places = new Map<string, Placed>();
  mutants.forEach((mutant, index) => {
    const { start, end } = mutant;
    const place = places.get(`${start}-${end}`) ?? { start, end, variants: [] };
    place.variants.push({ id: first + index, replacement: mutant.replacement });
    places.set(`${start}-${end}`, place);
  });
  const sorted = [...places.values()].toSorted((a, b) => a.start - b.start || b.end - a.end);
  return render(text, 0, text.length, sorted);
}

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly variants: { readonly id: number; readonly replacement: string }[];
}

/** The text between two offsets; `places` lie in it, outer ones before inner ones. */
function render(text: string, from: number, to: number, places: readonly Placed[]): string {
  let written = "";
  let at = from;
  for (let index = 0; index < places.length; ) {
    const place = places[index] as Placed;
    const inner = places.slice(index + 1).filter(({ start, end }) => {
      return start >= place.start && end <= place.end;
    });
    const original = render(text, place.start, place.end, inner);
    const choices = place.variants.map(
      ({ id, replacement }) => `globalThis.${switchName}?.(${id}) ? (${replacement}) : `,
    );
    written += `${text.slice(at, place.start)}(${choices.join("")}(${original}))`;
    at = place.end;
    index += 1 + inner.length;
  }
  return written + text.slice(at, to);
}
