// Searching accounts as one types: in their numbers, names and owners' names, whatever the case.

/** How a search is asked of the store. */
export interface SearchPattern {
  /** A pattern of `like` over texts in small letters. */
  readonly like: string;
  /** A regular expression where there are letters that the store has not made small. */
  readonly exact: string | null;
}

/** The patterns of what was typed. The store makes only letters of ASCII small, so that for any other
 * one every letter is taken at first, and the expression then names both its cases. */
export function searchPattern(typed: string): SearchPattern {
  const letters = [...typed.normalize("NFC").trim()];
  const isPlain = (letter: string) => letter <= "\x7f";
  const like = letters.map((letter) => {
    if (!isPlain(letter)) return "_";
    return /[%_\\]/.test(letter) ? `\\${letter}` : letter.toLowerCase();
  });
  const cases = letters.map((letter) => {
    if (isPlain(letter)) return letter.toLowerCase().replace(/[^\w\s]/, "\\$&");
    const each = [letter.toLowerCase(), letter.toUpperCase()];
    return `(${each.map((one) => one.replace(/[^\p{L}\p{N}]/gu, "[$&]")).join("|")})`;
  });
  return { like: `%${like.join("")}%`, exact: letters.every(isPlain) ? null : cases.join("") };
}
