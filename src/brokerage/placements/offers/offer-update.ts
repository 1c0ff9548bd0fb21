// The wire shape of an update of an offer; its fields are as at creation. (interface 2.3)
import type { Static } from "typebox";
import { codeList } from "../../../reference/codes.ts";
import type { Problem } from "../../../values/problem.ts";
import { bool, choice, day, decimal, id, refused, text } from "../../../values/scalars.ts";
import { emptiable, list, object, optional, type RawObject } from "../../../values/wire.ts";
import { offerErrors } from "./errors.ts";
import {
  amount,
  blueSkyedStates,
  gatherSecurity,
  lastClosing,
  offerName,
  price,
} from "./schema.ts";

const fixed = optional(refused(offerErrors.notUpdateable));

const UpdatedParticipant = object(
  {
    participatingFirmId: text({
      description:
        "A partner code; `DEFAULT` stands for all, `IAFIRM` for all institutional firms.",
    }),
    participatingFirmStatus: choice(codeList("participating-firm-status"), {
      description: "`A`, or the status that the firm has. A firm that stays keeps its status.",
    }),
  },
  { title: "UpdatedParticipatingFirm" },
);

/** The security only where one of its fields was sent. */
function gatherSecuritySent(raw: RawObject, problems: Problem[]): RawObject {
  const { security, ...rest } = gatherSecurity(raw, problems);
  const isEmpty = JSON.stringify(security) === "{}";
  return isEmpty || security === undefined ? rest : { ...rest, security };
}

/** A request of the creating firm or the operator to update an offer. */
export const OfferUpdate = object(
  {
    privatePlacementOfferOid: optional(id({ description: "The id in the path." })),
    blueSkyedStates: optional(blueSkyedStates),
    clientsHaveAccess: optional(bool()),
    closingDate: optional(
      day({ description: "After today in New York if it changes.", latest: lastClosing }),
    ),
    comment: optional(text({ description: "Why; stored in the audit log alone." })),
    corporateAccreditationSetting: optional(choice(codeList("corporate-accreditation"))),
    creatingFirmRepresentativeOid: optional(id()),
    daysFromClosingCashIsRequired: optional(
      decimal({
        places: 0,
        min: "0",
        max: "999",
        description: "Not more than stored; as at creation, always 0 where it changes.",
      }),
    ),
    documentationExternal: optional(bool()),
    executionType: optional(choice(codeList("execution-type"))),
    exemption: fixed,
    industry: fixed,
    iraApproved: optional(bool({ description: "Sent by the operator alone." })),
    issuerSize: fixed,
    issuingFirmOid: fixed,
    issuingFirmRepresentativeOid: fixed,
    maximumInvestmentAmount: optional(emptiable(amount("Per investor; null removes it."))),
    minimumAnnualIncomeRange: optional(choice(codeList("annual-income-range"))),
    minimumInvestmentAmount: optional(amount("Per investor.")),
    minimumLiquidNetWorthRange: optional(choice(codeList("liquid-net-worth-range"))),
    minimumNetWorthRange: optional(choice(codeList("net-worth-range"))),
    naturalPersonAccreditationSetting: optional(choice(codeList("natural-person-accreditation"))),
    offerMinimum: optional(emptiable(amount("Given with PART_OR_NONE alone."))),
    offerName: optional(offerName),
    offerSize: optional(amount("At most the maximum of the exemption.")),
    offerStatus: optional(
      choice(codeList("offer-status"), {
        description:
          "`X` cancels the offer, `N` closes it, `C` executes it; together with `comment` at most.",
      }),
    ),
    participatingFirms: optional(list(UpdatedParticipant, { nullIsAbsent: true })),
    physicalSignatureRequired: optional(bool()),
    previousExperienceSetting: optional(choice(codeList("previous-experience"))),
    priceDiscountAmount: optional(
      emptiable(
        decimal({
          places: 2,
          min: "0",
          description: "Below the price of the security. Sent by the operator alone.",
        }),
      ),
    ),
    published: optional(bool()),
    security: optional(
      object(
        { ticker: fixed, previousClosingPrice: optional(price) },
        { title: "UpdatedPrivateSecurity" },
      ),
    ),
    securityType: fixed,
  },
  {
    title: "OfferUpdate",
    prepare: gatherSecuritySent,
    examples: [{ maximumInvestmentAmount: "300000.00", offerSize: "3500000.00" }],
  },
);
export type OfferUpdate = Static<typeof OfferUpdate>;
