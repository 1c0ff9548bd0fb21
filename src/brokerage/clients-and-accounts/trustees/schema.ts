// The wire shapes of trustees.
import type { Static } from "typebox";
import { day, refused, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import { emptiable, nullable, nullableText, object, optional } from "../../../values/wire.ts";
import { personFields } from "../members/person.ts";
import { trusteeErrors } from "./errors.ts";

/** A request to add a trustee. */
export const NewTrustee = object(
  {
    loginId: personFields.loginId,
    title: optional(emptiable(personFields.title)),
    firstName: personFields.firstName,
    middleName: optional(emptiable(personFields.middleName)),
    lastName: personFields.lastName,
    suffix: optional(emptiable(personFields.suffix)),
    email1: personFields.email,
    dateOfBirth: optional(day({ description: "At least 18 years ago." })),
  },
  {
    title: "NewTrustee",
    examples: [
      {
        loginId: "otto.lang",
        title: "Mr.",
        firstName: "Otto",
        lastName: "Lang",
        email1: "otto.lang@example.com",
        dateOfBirth: "1958-01-30",
      },
    ],
  },
);
export type NewTrustee = Static<typeof NewTrustee>;

const fixed = optional(refused(trusteeErrors.notUpdateable));

/** A request to update a trustee: its email address, and nothing else. */
export const TrusteeUpdate = object(
  {
    loginId: optional(text({ max: 64, description: "If sent, the login id in the path." })),
    email1: optional(personFields.email),
    title: fixed,
    firstName: fixed,
    middleName: fixed,
    lastName: fixed,
    suffix: fixed,
    dateOfBirth: fixed,
  },
  { title: "TrusteeUpdate", examples: [{ email1: "rosa@kim.example.com" }] },
);
export type TrusteeUpdate = Static<typeof TrusteeUpdate>;

const Text = nullableText();

/** A trustee, as it is returned. */
export const Trustee = Type.Object(
  {
    loginId: Type.String(),
    memberOid: Type.String(),
    title: Text,
    firstName: Type.String(),
    middleName: Text,
    lastName: Type.String(),
    suffix: Text,
    email1: Text,
    dateOfBirth: nullable(Type.String({ format: "date-time" })),
  },
  { title: "Trustee" },
);
export type Trustee = Static<typeof Trustee>;
