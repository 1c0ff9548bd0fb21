// The parts of an address, and its lines on paper.
import { states } from "../reference/codes.ts";
import { valueErrors } from "../values/errors.ts";
import { choice, text } from "../values/scalars.ts";
import { object, optional } from "../values/wire.ts";

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

/** An address as it is loaded. */
export const AddressRecord = object(
  { ...addressFields, line1: text({ max: 60, pattern: /^(?!\s*p\.?\s*o\.?\s*box\b).+$/i }) },
  { description: "An address that is not a P.O. box." },
);

/** The lines of a stored address; none where there is none. */
export function addressLines(address: Readonly<Record<string, string>> | null): string[] {
  const { line1, line2, line3, city, state, zipcode, country } = address ?? {};
  const town = [city, [state, zipcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [line1, line2, line3, town, country].filter((line): line is string => Boolean(line));
}
