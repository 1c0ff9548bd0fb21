// Reading how a member wants papers.
import { encodeInstant } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { consentWords } from "./consent-words.ts";
import { type Preferences, selectChoice } from "./queries.ts";
import { chosenKinds, type DeliveryPreferences } from "./schema.ts";

/** The preferences of a member who has chosen nothing. */
export const unchosen: Preferences = {
  statements: "paper",
  confirmations: "paper",
  taxForms: "paper",
  bills: "paper",
  consent: false,
};

/** The preferences in force, and the words of a consent; paper for a member who has chosen nothing. */
export async function getDeliveryPreferences(
  { db }: Context,
  loginId: string,
): Promise<DeliveryPreferences> {
  const choice = await selectChoice(db, loginId);
  const { consent, ...ways } = choice ?? unchosen;
  const [statements, confirmations, taxForms, bills] = chosenKinds.map((kind) => ways[kind]);
  return {
    statements: statements ?? "paper",
    confirmations: confirmations ?? "paper",
    taxForms: taxForms ?? "paper",
    bills: bills ?? "paper",
    consent,
    consentts: choice?.consentedAt ? encodeInstant(choice.consentedAt) : null,
    consentWords,
  };
}
