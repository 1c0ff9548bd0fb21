// What a name is made of, wherever one is sent or loaded.

// Zero-width characters, bidi controls, fillers and their like would make two names look the same.
const unseen = "\\p{Default_Ignorable_Code_Point}\\u2800";

/** Letters, digits, special characters and spaces, but not only spaces; no invisible characters. */
export const anyName = nameWithout("");

/** The same without a slash. */
export const nameWithoutSlash = nameWithout("/");

function nameWithout(refused: string): RegExp {
  const seen = `(?![${unseen}${refused}])[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]`;
  return new RegExp(`^(?=.*[^ ])(?:${seen})+$`, "u");
}

/** The name of a person: letters, at least one, spaces, dashes, periods and apostrophes. */
export const personName = new RegExp(`^(?=.*\\p{L})(?:(?![${unseen}])[\\p{L}\\p{M} .'’-])+$`, "u");

/** What can be a segment of a path: "." and ".." would name another address. */
export const pathSegment = /^(?!\.{1,2}$).+$/u;
