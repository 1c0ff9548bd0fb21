// Values as the contract shows them where that differs from the service's own reading: code lists
// as named enumerations, days in both accepted forms. (interface 1, 2)
import type { TString } from "typebox";
import { Type } from "./type.ts";

/** The form that appears in the contract instead of a schema; with a title it is a component of its
 * own. */
export const contractForm = Symbol("contract form");

/** A list of codes, as `reference/codes.ts` has them; one without a name is not shared. */
export interface Choices {
  readonly name?: string;
  readonly rows: readonly { readonly code: string; readonly name: string }[];
  readonly takesNames: boolean;
  /** The code for a code or an accepted long name. */
  codeOf(value: string): string | undefined;
}

/** A code of the list, as responses have it. */
export function codeFrom(list: Choices): TString {
  const form = codesOf(list);
  return Object.assign(Type.String({ enum: form.enum }), { [contractForm]: form });
}

/** The values that a request may send for a code of the list: the code, or its name where that is
 * accepted. */
export function acceptedFrom(list: Choices): object {
  const hasOwnNames = list.rows.some(({ code, name }) => code !== name);
  if (!list.takesNames || !hasOwnNames) return codesOf(list);
  const names = enumeration(list.rows.map(({ name }) => name));
  const description = "The name of a code, which may be sent in its place.";
  return { anyOf: [codesOf(list), { ...titled(list, "Name"), description, ...names }] };
}

/** A day as requests may send it. */
export const acceptedDay = {
  title: "Day",
  description: "A date, or a date-time, which means its day in New York.",
  type: "string",
  anyOf: [
    { type: "string", format: "date" },
    { type: "string", format: "date-time" },
  ],
};

function codesOf(list: Choices) {
  const meanings = new Map(list.rows.map(({ code, name }) => [code, name]));
  const lines = [...meanings].map(([code, name]) => `- \`${code}\`: ${name}`);
  return {
    ...titled(list, "Code"),
    description: lines.join("\n"),
    ...enumeration([...meanings.keys()]),
  };
}

function enumeration(values: readonly string[]) {
  return { type: "string", enum: [...values] };
}

/** `tax-relief-method` is `TaxReliefMethodCode`. */
function titled({ name }: Choices, suffix: string): { readonly title?: string } {
  if (name === undefined) return {};
  const words = name.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return { title: words.join("").replace(/Code$/, "") + suffix };
}
