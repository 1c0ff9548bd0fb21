// How a person or a firm is reached: the parts of an address, its lines on paper, a telephone
// number.

import type { CellHint } from "../../../platform/bulk/read/cell-limits.ts";
import { states } from "../../../reference/codes.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { valueErrors } from "../../../values/errors.ts";
import { choice, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { nullableText, object, optional } from "../../../values/wire.ts";

/** A telephone number, however it is written: (518) 555-0171 ext. 12. */
export const telephoneNumber = text({ max: 24, pattern: /[0-9]/ });

/** The parts of any address. */
export const addressFields = {
  line1: text({ max: 60 }),
  line2: optional(text({ max: 60 })),
  line3: optional(text({ max: 60 })),
  city: text({ max: 40 }),
  state: choice(states, { error: valueErrors.stateCode }),
  zipcode: text({ max: 10, pattern: /^\d{5}(-\d{4})?$/, error: valueErrors.zipCode }),
  country: optional(text({ max: 40 })),
};

/** An address as it is sent. */
export const NewMailingAddress = object(addressFields, { title: "NewMailingAddress" });

const notPoBox = /^(?!\s*(p\.?\s*o\.?|post\s+office)\s*box(?![a-z])).+$/i;

/** An address as it is loaded. */
export const AddressRecord = object(
  {
    ...addressFields,
    line1: text({ max: 60, pattern: notPoBox }),
    line2: optional(text({ max: 60, pattern: notPoBox })),
    line3: optional(text({ max: 60, pattern: notPoBox })),
  },
  { description: "An address that is not a P.O. box." },
);

/** Whether a line of an address names a P.O. box, where nobody lives. */
export function isPoBox({ line1, line2, line3 }: Lines): boolean {
  return [line1, line2, line3].some((line) => line !== undefined && !notPoBox.test(line));
}

const poBoxHint = (line: string): CellHint | undefined =>
  notPoBox.test(line) || line.trim() === ""
    ? undefined
    : {
        reason: "The address is a P.O. box.",
        cure: "write the street where the person lives, or where the firm is",
      };

/** The hints of a load on the lines of an address that is loaded into a field. */
export const poBoxHints = (field: string) =>
  Object.fromEntries(["line1", "line2", "line3"].map((line) => [`${field}.${line}`, poBoxHint]));

/** The fields that decide whether a primary address is one. */
export const primaryLines = [
  "primaryAddress.line1",
  "primaryAddress.line2",
  "primaryAddress.line3",
] as const;

interface Lines {
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly line3?: string | undefined;
}

const NullableText = nullableText();

/** An address as it is returned. */
export const MailingAddress = Type.Object(
  {
    line1: Type.String(),
    line2: NullableText,
    line3: NullableText,
    city: Type.String(),
    state: codeFrom(states),
    zipcode: Type.String(),
    country: NullableText,
  },
  { title: "MailingAddress" },
);

/** A stored address as it is returned, with every key. */
export function encodeAddress(address: Readonly<Record<string, string>>) {
  const { line1 = "", line2, line3, city = "", state = "", zipcode = "", country } = address;
  return {
    line1,
    line2: line2 ?? null,
    line3: line3 ?? null,
    city,
    state,
    zipcode,
    country: country ?? null,
  };
}

/** The lines of a stored address; none where there is none. */
export function addressLines(address: Readonly<Record<string, string>> | null): string[] {
  const { line1, line2, line3, city, state, zipcode, country } = address ?? {};
  const town = [city, [state, zipcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [line1, line2, line3, town, country].filter((line): line is string => Boolean(line));
}
