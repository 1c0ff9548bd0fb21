// The outcomes of some requests that the sequences have met: a request that is always refused, or never, would show
// little.
import type { Request } from "./model.ts";

type Expected = ReturnType<ConstructorParameters<typeof Request>[0]["expected"]>;

const wanted = new Set<string>();
const met = new Set<string>();

/** Names a kind of request with the outcomes that have to be met, a status or a code each; what it
 * returns notes the one that is expected. */
export function outcomes(kind: string, ...of: readonly (string | number)[]) {
  for (const each of of) wanted.add(`${kind}: ${each}`);
  return (expected: Expected): Expected => {
    for (const each of [expected.status, ...expected.codes]) met.add(`${kind}: ${each}`);
    return expected;
  };
}

/** The outcomes that no sequence has met. */
export const unmet = (): string[] => [...wanted].filter((each) => !met.has(each));
