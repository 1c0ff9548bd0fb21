// Finding names by what is typed: the beginnings of their words, else their letters in order.

/** Something with a name; `words` are other names that it is looked for by. */
export interface Named {
  readonly title: string;
  readonly words?: string;
}

/** The entries with a word that begins with each word typed. */
export function namedBy<N extends Named>(all: readonly N[], typed: string): N[] {
  const parts = wordsOf(typed);
  return all.filter(({ title, words = "" }) => {
    const own = wordsOf(`${title} ${words}`);
    return parts.every((part) => own.some((word) => word.startsWith(part)));
  });
}

/** The fewest letters by which something is found that does not begin with them. */
const fewest = 3;

/** The entries whose title begins with the first letter typed and has the others in this order,
 * such as "bkof" for "Back office"; those that `namedBy` finds are left out. */
export function spelledLike<N extends Named>(all: readonly N[], typed: string): N[] {
  const letters = wordsOf(typed).join("");
  if (letters.length < fewest) return [];
  const known = new Set(namedBy(all, typed));
  return all.filter((each) => !known.has(each) && hasInOrder(each.title.toLowerCase(), letters));
}

function hasInOrder(title: string, letters: string): boolean {
  if (!title.startsWith(letters.charAt(0))) return false;
  let at = -1;
  return [...letters].every((letter) => {
    at = title.indexOf(letter, at + 1);
    return at !== -1;
  });
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
