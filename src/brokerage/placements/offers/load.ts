// How offers, the operator's approvals and offer documents are loaded.
import { createHash } from "node:crypto";
import { type LoadTools, loadKind } from "../../../platform/bulk/load-kind.ts";
import { codeList } from "../../../reference/codes.ts";
import { anyName, fileName, pathSegment } from "../../../values/names.ts";
import { bool, choice, day, decimal, id, instant, text } from "../../../values/scalars.ts";
import { list, object, optional } from "../../../values/wire.ts";
import { documentVersion } from "./approval-schema.ts";
import { rulesOfOffer } from "./load-faults.ts";
import { selectAlteredDocuments } from "./load-queries.ts";
import {
  amount,
  blueSkyedStates,
  industry,
  lastClosing,
  offerName,
  price,
  ticker,
} from "./schema.ts";

const OfferRecord = object({
  privatePlacementOfferOid: id({ description: "Id of the offer." }),
  creatingFirmOid: id({ description: "The institutional firm that put it on the platform." }),
  creatingFirmRepresentativeOid: id({ description: "Member who represents the creating firm." }),
  creatingMemberOid: optional(id({ description: "Member who created it." })),
  issuingFirmOid: id({ description: "The firm whose security is sold." }),
  issuingFirmRepresentativeOid: id({ description: "Member who represents the issuing firm." }),
  offerName,
  offerStatus: choice(codeList("offer-status"), { description: "Status of the offer." }),
  exemption: choice(codeList("exemption"), { description: "The exemption on which it relies." }),
  industry,
  issuerSize: choice(codeList("issuer-size"), { description: "A code of the industry's measure." }),
  securityType: choice(codeList("security-type"), { description: "Type of the security." }),
  ticker,
  cusip: optional(text({ max: 9, description: "CUSIP of the security." })),
  previousClosingPrice: price,
  priceDiscountAmount: optional(
    decimal({ places: 2, min: "0", description: "Discount; below `previousClosingPrice`." }),
  ),
  executionType: choice(codeList("execution-type"), {
    description: "The amount that must be subscribed before the offer executes.",
  }),
  offerSize: amount("Size of the offer."),
  offerMinimum: optional(
    amount("The size with ALL_OR_NONE, at most the size with PART_OR_NONE, else empty."),
  ),
  minimumInvestmentAmount: amount("Smallest investment."),
  maximumInvestmentAmount: optional(amount("Largest investment.")),
  closingDate: day({ description: "Last day for subscriptions.", latest: lastClosing }),
  daysFromClosingCashIsRequired: decimal({ places: 0, description: "0 or 999." }),
  accreditationSetting: choice(codeList("natural-person-accreditation"), {
    description: "The natural persons who may invest.",
  }),
  qualifiedInstitutionalBuyerSetting: choice(codeList("corporate-accreditation"), {
    description: "The corporate accounts that may invest.",
  }),
  minimumAnnualIncomeRange: choice(codeList("annual-income-range"), {
    description: "Lowest range of annual income that may invest.",
  }),
  minimumLiquidNetWorthRange: choice(codeList("liquid-net-worth-range"), {
    description: "Lowest range of liquid net worth that may invest.",
  }),
  minimumNetWorthRange: choice(codeList("net-worth-range"), {
    description: "Lowest range of net worth that may invest.",
  }),
  previousExperienceSetting: choice(codeList("previous-experience"), {
    description: "Experience that is required.",
  }),
  blueSkyedStates,
  clientsHaveAccess: bool({ description: "Whether clients see it once it is published." }),
  documentationExternal: bool({ description: "Whether documents are stored elsewhere." }),
  physicalSignatureRequired: bool({ description: "Whether a signature on paper is needed." }),
  iraApproved: bool({ description: "Whether retirement accounts may invest." }),
  published: bool({ description: "Whether it is published." }),
  publishedDate: optional(
    day({ description: "The day on which it was published; only with `published`." }),
  ),
  creationTimestamp: instant({ description: "When it was created." }),
  modificationTimestamp: instant({ description: "When it was last modified." }),
  participatingFirms: optional(
    list(
      object({
        participatingFirmId: text(),
        participatingFirmStatus: choice(codeList("participating-firm-status")),
      }),
      {
        nullIsAbsent: true,
        description: "A list of {participatingFirmId, participatingFirmStatus}.",
      },
    ),
  ),
});

const toMember = { table: "member", columns: ["member_oid"] };

/** The file `offers`. */
export const offerKind = loadKind({
  name: "offers",
  about: "Private placement offers with their participating firms.",
  columns: OfferRecord,
  table: "offer",
  ofFirm: { field: "creatingFirmOid" },
  key: ["privatePlacementOfferOid"],
  fields: {
    privatePlacementOfferOid: "offer_oid",
    accreditationSetting: "natural_person_accreditation",
    qualifiedInstitutionalBuyerSetting: "corporate_accreditation",
    previousExperienceSetting: "previous_experience",
    closingDate: "closing_on",
    publishedDate: "published_on",
    creationTimestamp: "created_at",
    modificationTimestamp: "modified_at",
  },
  lists: [
    {
      field: "participatingFirms",
      table: "offer_participating_firm",
      parent: ["offer_oid"],
      columns: ["position", "participating_firm_id", "participating_firm_status"],
      rows: ({ participatingFirms = [] }) =>
        participatingFirms.map((firm, index) => ({
          position: index + 1,
          participating_firm_id: firm.participatingFirmId,
          participating_firm_status: firm.participatingFirmStatus,
        })),
    },
  ],
  references: [
    { fields: ["creatingFirmOid"], table: "firm", columns: ["firm_oid"] },
    { fields: ["issuingFirmOid"], table: "firm", columns: ["firm_oid"] },
    { fields: ["creatingFirmRepresentativeOid"], ...toMember, ofFirm: "firm_oid" },
    // The issuer's representative is the issuer's, a firm that takes part by being named.
    { fields: ["issuingFirmRepresentativeOid"], ...toMember },
    { fields: ["creatingMemberOid"], ...toMember, ofFirm: "firm_oid" },
  ],
  rules: rulesOfOffer,
  constraints: {
    offer_approved_total: {
      column: "offerSize",
      reason: "It is below what is approved of the offer.",
    },
    offer_ticker_key: { column: "ticker", reason: "Another offer has this ticker." },
    offer_participating_firm_known: {
      column: "participatingFirms",
      reason: "A participating firm must be DEFAULT, IAFIRM or the partner code of a firm.",
    },
    offer_participating_firm_once: {
      column: "participatingFirms",
      reason: "A firm appears twice.",
    },
  },
  subject: ({ privatePlacementOfferOid }) => `offer:${privatePlacementOfferOid}`,
  example: [
    "privatePlacementOfferOid,creatingFirmOid,creatingFirmRepresentativeOid,issuingFirmOid," +
      "issuingFirmRepresentativeOid,offerName,offerStatus,exemption,industry,issuerSize," +
      "securityType,ticker,previousClosingPrice,executionType,offerSize,offerMinimum," +
      "minimumInvestmentAmount,closingDate,daysFromClosingCashIsRequired,accreditationSetting," +
      "qualifiedInstitutionalBuyerSetting,minimumAnnualIncomeRange,minimumLiquidNetWorthRange," +
      "minimumNetWorthRange,previousExperienceSetting,blueSkyedStates,clientsHaveAccess," +
      "documentationExternal,physicalSignatureRequired,iraApproved,published,publishedDate," +
      "creationTimestamp,modificationTimestamp,participatingFirms",
    "801,1002,2101,1004,2301,Robotics Series A,I,H,OTC,R2,EQ,PRIV.RWA,12.50,P,2000000.00," +
      '500000.00,10000.00,2031-06-30,0,A,A,4,5,5,N,"[""CA"",""NY""]",true,false,false,false,true,' +
      "2026-01-15,2026-01-12T10:00:00-05:00,2026-01-15T09:30:00-05:00," +
      '"[{""participatingFirmId"":""DEFAULT"",""participatingFirmStatus"":""P""}]"',
  ].join("\n"),
});

/** The file `offer-approvals`. */
export const offerApprovalKind = loadKind({
  name: "offer-approvals",
  about:
    "The operator's approvals: an offer can be published when it is created only if its security " +
    "is approved and the issuer is `underContract`.",
  columns: object({
    issuingFirmOid: id({ description: "The firm whose security is sold." }),
    ticker,
    approvalDate: day({ description: "The day from which the approval is in force." }),
  }),
  table: "offer_approval",
  key: ["issuingFirmOid", "ticker"],
  fields: { approvalDate: "approved_on" },
  references: [{ fields: ["issuingFirmOid"], table: "firm", columns: ["firm_oid"] }],
  constraints: {
    offer_approval_ticker_key: { column: "ticker", reason: "The ticker is already approved." },
  },
  subject: ({ issuingFirmOid }) => `firm:${issuingFirmOid}`,
  example: "issuingFirmOid,ticker,approvalDate\n1004,PRIV.RWB,2026-02-20",
});

/** The file `offer-documents`. */
export const offerDocumentKind = loadKind({
  name: "offer-documents",
  about:
    "The documents that investors view, by the security that is sold. Those loaded with an " +
    "approval become the offer's once it is created. The bytes of a version never change.",
  columns: object({
    issuingFirmOid: id({ description: "The firm whose security is sold." }),
    ticker,
    id: text({
      max: 40,
      pattern: pathSegment,
      description: "Id of the document, the same in each version.",
    }),
    version: documentVersion,
    name: text({ pattern: fileName, description: "The name of the document's file." }),
    title: text({ pattern: anyName, description: "Title that is displayed." }),
    required: bool({ description: "Whether it must be viewed before a subscription." }),
    signable: bool({ description: "Whether it counts as signed with the subscription." }),
    file: text({ description: "Name of a file in the folder `documents`." }),
  }),
  table: "offer_document",
  ofFirm: { field: "issuingFirmOid" },
  key: ["issuingFirmOid", "ticker", "id", "version"],
  fields: { id: "document_id", file: null },
  derived: {
    columns: ["content", "content_sha256"],
    of: ({ file }, tools) => contentOf(file, tools),
  },
  references: [{ fields: ["issuingFirmOid"], table: "firm", columns: ["firm_oid"] }],
  constraints: {
    offer_document_version_key: { column: "ticker", reason: "This version already exists." },
  },
  beforeApply: async (tx) => {
    const altered = await selectAlteredDocuments(tx);
    const reason = "The bytes of a stored version never change; give the document a new version.";
    return altered.map(({ line }) => ({ line, column: "file", reason }));
  },
  subject: ({ issuingFirmOid }) => `firm:${issuingFirmOid}`,
  example: [
    "issuingFirmOid,ticker,id,version,name,title,required,signable,file",
    "1004,PRIV.RWB,rwb-ppm,1.0,ppm.pdf,Private placement memorandum,true,false,rwb-ppm-1.0.pdf",
  ].join("\n"),
});

async function contentOf(file: string, tools: LoadTools) {
  const content = await tools.document("file", file);
  if (content === undefined) return { content: null, content_sha256: null };
  return { content, content_sha256: createHash("sha256").update(content).digest() };
}
