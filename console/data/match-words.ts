// A search over rows that a page already has.

/** Whether each word of a search is in one of the texts, ignoring case. */
export function matchesWords(
  texts: readonly (string | null | undefined)[],
  search: string,
): boolean {
  const text = texts.join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
