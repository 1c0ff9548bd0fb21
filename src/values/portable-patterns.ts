// The form of a pattern in the contract. Python's `re`, Go's RE2 and Rust's regex lack what
// JavaScript has: classes of Unicode and look-arounds. A rule that needs them has a wider form for
// tools.
const portableForms = new WeakMap<RegExp, string>();

/** The same rule, with a wider form that other languages take: whatever fits it fits that too. */
export function withPortableForm(exact: RegExp, form: string): RegExp {
  portableForms.set(exact, form);
  return exact;
}

/** The pattern as the contract has it: one that tools take, and next to it the exact one where they
 * differ. */
export function patternInContract(pattern: RegExp): object {
  const form = portableForms.get(pattern);
  if (form === undefined) return { pattern: pattern.source };
  return { pattern: form, "x-exact-pattern": pattern.source };
}
