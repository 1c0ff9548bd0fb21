// The content of the audit entries of delivery preferences, in the chain of the member.

import { entryShape, ofMember } from "../../../platform/change/audit-entry.ts";
import { Type } from "../../../values/type.ts";
import { nullable } from "../../../values/wire.ts";

const Preferences = Type.Object({
  statements: Type.String(),
  confirmations: Type.String(),
  taxForms: Type.String(),
  bills: Type.String(),
  consent: Type.Boolean(),
});

/** Preferences before and after, with the hash of a consent that was signed. */
export const setDeliveryPreferencesEntry = entryShape("setDeliveryPreferences", {
  subject: ofMember,
  before: Preferences,
  after: Preferences,
  detail: Type.Object({
    sha256: nullable(Type.String({ pattern: "^[0-9a-f]{64}$" })),
  }),
});
