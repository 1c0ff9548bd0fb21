// The characters of a name, wherever one is sent or loaded.
import { withPortableForm } from "./portable-patterns.ts";

// Zero-width characters, bidi controls, fillers and their like would make two names look the same.
const unseen = "\\p{Default_Ignorable_Code_Point}\\u2800";

/** Letters, digits, special characters and spaces, but not only spaces; no invisible characters. */
export const anyName = nameWithout("");

/** The same without a slash. */
export const nameWithoutSlash = nameWithout("/");

function nameWithout(refused: string, start = ""): RegExp {
  const seen = `(?![${unseen}${refused}])[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]`;
  const exact = new RegExp(`^${start}(?=.*[^ ])(?:${seen})+$`, "u");
  const hidden = `\\x00-\\x1f\\x7f-\\xa0${refused}`;
  return withPortableForm(exact, `^ *[^ ${hidden}][^${hidden}]*$`);
}

/** The name of a file: no folder before it, and none by itself; no invisible characters. */
export const fileName = nameWithout("/\\\\", "(?!\\.{1,2}$)");

/** A login id: no blanks and no invisible characters; as a segment of a path, "." and ".." would name
 * another address. What ends like a level of permission would be read as one: `login:LEVEL`. */
export const loginIdForm = withPortableForm(
  new RegExp(`^(?!\\.{1,2}$)(?!.*:[A-Z]{2}$)(?:(?![${unseen}\\p{C}])\\S)+$`, "u"),
  "^(?:\\.{0,2}[^\\s.]\\S*|\\.{3}\\S*)$",
);

/** The name of a person: letters, at least one, spaces, dashes, periods and apostrophes. */
export const personName = withPortableForm(
  new RegExp(`^(?=.*\\p{L})(?:(?![${unseen}])[\\p{L}\\p{M} .'’-])+$`, "u"),
  // Of ASCII only letters and what may stand between them, and at least one letter.
  "^[ .'-]*[^\\x00-\\x40\\x5b-\\x60\\x7b-\\xa0][^\\x00-\\x1f\\x21-\\x26\\x28-\\x2c\\x2f-\\x40\\x5b-\\x60\\x7b-\\xa0]*$",
);

/** A text that can be a segment of a path: "." and ".." would name another address. */
export const pathSegment = withPortableForm(/^(?!\.{1,2}$).+$/u, "^(?:\\.{0,2}[^.].*|\\.{3}.*)$");
