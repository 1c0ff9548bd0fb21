// The facts that an issuer can know of an investor's accreditation. A subscription states it from
// acceptance on; before that, only the offering's terms tell whom they admitted. (interface 2.3)
import { codes, flagIn } from "./codes.ts";
import type { Shapes } from "./service.ts";

type Terms = Pick<
  Shapes["Offer"],
  "accreditationSetting" | "exemption" | "qualifiedInstitutionalBuyerSetting"
>;
type Decided = Pick<Shapes["PrivatePlacementOrderOfOffer"], "accredited" | "orderStatus">;

/** Whether the terms admit accredited investors alone, persons and corporations alike. */
export function isForAccreditedOnly(terms: Terms): boolean {
  const exemption = codes.exemptions.get(terms.exemption)?.others?.naturalPersons;
  const isSet =
    terms.accreditationSetting === "A" && terms.qualifiedInstitutionalBuyerSetting !== "E";
  return exemption === "accredited" || isSet;
}

/** A subscription's accreditation in a few words; empty for one that was never accepted. */
export function accreditationLabel(terms: Terms, { accredited, orderStatus }: Decided): string {
  if (accredited !== null) return accredited ? "Accredited" : "Not accredited";
  if (orderStatus !== "INITIAL") return "";
  return isForAccreditedOnly(terms) ? "Accreditation required" : "Accreditation not required";
}

/** The checks that were made, and those that accepting a subscription makes and records. */
export function accreditationNote(
  terms: Terms,
  { accredited }: Pick<Decided, "accredited">,
): string {
  if (accredited !== null) {
    return accredited
      ? "All owners were accredited at acceptance."
      : "Not all owners were accredited at acceptance.";
  }
  const checked = isForAccreditedOnly(terms)
    ? "Accredited investors only, as checked at subscription."
    : "Open to investors who are not accredited.";
  const most = codes.exemptions.get(terms.exemption)?.others?.maximumNonAccredited;
  const rules = [
    flagIn(codes.exemptions, terms.exemption, "verified") &&
      "Accepting requires that each owner’s accreditation is verified and in force.",
    most && `Accepting requires that at most ${most} investors are not accredited.`,
  ].filter((rule) => typeof rule === "string" && rule !== "");
  return [checked, ...rules, "Acceptance records whether all owners are accredited."].join(" ");
}
