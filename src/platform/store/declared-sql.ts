// The one door through which SQL is composed: of templates of the code, and of names that the code
// declares, such as the tables and columns of a kind of record. Nothing of a request or file gets in.
import { checkTemplate, nameText, partText, type SqlPart, type Statement, sqlPart } from "./sql.ts";

/** The values of a placeholder: a part, the name of a table, column or alias, or a whole number. */
export type DeclaredPlace = SqlPart | string | number;

/** Makes a part of a template; anything but a plain name, and a fraction, is refused. */
export function declared(strings: TemplateStringsArray, ...places: DeclaredPlace[]): SqlPart {
  checkTemplate(strings);
  return sqlPart(
    strings.reduce((before, after, place) => `${before}${placeText(places[place - 1])}${after}`),
  );
}

/** A statement of a part, whose values have the places `$1`, `$2` and so on. */
export function statementOf<Row>(text: SqlPart, values: readonly unknown[] = []): Statement<Row> {
  return { ...nameText(partText(text)), values };
}

/** Joins parts or names, as in a list of columns or a condition of several. */
export function joined(
  parts: readonly (SqlPart | string)[],
  separator: ", " | " and " | " or " | " union " | " || " | " || ' ' || " = ", ",
): SqlPart {
  return sqlPart(parts.map(placeText).join(separator));
}

/** A word of the code as a literal, such as the name of a kind. */
export function literal(text: string): SqlPart {
  if (/[\\\0]/.test(text)) throw new TypeError("a literal has no backslash and no U+0000");
  return sqlPart(`'${text.replaceAll("'", "''")}'`);
}

// A name, or a column of an alias; names of the code are written without quotes.
const plainName = /^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/;

function placeText(place: DeclaredPlace | undefined): string {
  if (typeof place === "string" && plainName.test(place)) return place;
  if (typeof place === "number" && Number.isSafeInteger(place)) return String(place);
  if (typeof place === "object") return partText(place);
  throw new TypeError("SQL is composed of parts, plain names and whole numbers alone");
}
