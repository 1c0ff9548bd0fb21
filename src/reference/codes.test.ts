// The code lists contain what the interface says, no more and no less. (interface 2)
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CodeListName } from "./codes.ts";
import {
  accountTypes,
  codeList,
  codeListNames,
  executionTypeCode,
  exemptions,
  industries,
  isLowestIndustry,
  issuerSizes,
  lotReliefStrategies,
  offerStatusCode,
  offerStatuses,
  participationCode,
  restrictionReasonCode,
  restrictionReasons,
  restrictionTypeCode,
  states,
  taxReliefMethods,
} from "./codes.ts";

const steps = "1 2 3 4 5 6 7";

const expected: Record<CodeListName, string> = {
  "account-document-type":
    "ACCOUNT_TRANSFER BANKLINK_OV BENE_IRA_FORM ENTITY_QUESTIONNAIRE ESTATE_DOCS " +
    "INTERNAL_TRANSFER INHERITED_IRA_CERT IRA_DEATH_CERTIFICATE IRA_DIST MARGIN_AUTH QRP_SETUP " +
    "ROLLOVER_CERT SPL_IRA_EMPLYE SPL_IRA_EMPLYR TOD_DESIGNATION_FORM TRUST_EVIDENCE TRUSTEE_CERTIFICATION W9",
  "account-type": "I J K L M U 9 P Q R S X D A F E B V C H",
  "alert-level": "all limited none",
  "annual-income-range": steps,
  "beneficiary-relationship": "SPOUSE CHILD PARENT SIBLING OTHER TRUST ESTATE CHARITY",
  "billing-level": "account member household",
  "billing-plan-kind": "advisory platform brokerage",
  "cash-method": "ACH CHECK WIRE",
  citizenship: "C R N",
  "corporate-accreditation": "A E Q",
  "corporate-action-status": "New,Attending Meeting,Voted,Expired",
  "corporate-action-type": "P M V",
  "corporate-event-kind": "DIV INT CGD ROC LIQ OPT SPL SDV SPO MRG SYM RDM TND RTS WLS OTH",
  "cost-basis-indicator": "K U E",
  covered: "C N",
  "delivery-method": "E P",
  "deposit-kind": "express standard",
  "employment-status": "EMPLOYED SELF_EMPLOYED RETIRED STUDENT HOMEMAKER UNEMPLOYED OTHER",
  "execution-type": "A P B",
  exemption: "A B C D E F G H I J K O",
  "fee-kind": "advisory refund",
  "firm-kind": "operator institutional issuing",
  "firm-type": "G L S C P",
  "ifa-status": "I V A R Y N O X",
  "ifa-type": "NO AN BV MD AA SA DU IA CA",
  "income-kind":
    "ordinary qualified section199A longGain section1250 shortGain exempt privateActivity interest treasury liquidation",
  industry:
    "AGR BFS CBK INS INV IBK OBF PIF HFU PEF VCF OTF BSV ENE COA ELU ECO ENV OIL OEN " +
    "HCA BIO HIN HOS PHA OHC MFG REA COM CON RTF RES ORE RET RST TEC CMP TEL OTC " +
    "TRA AIR LOD TOU OTR OTH",
  "issuer-size": "R0 R1 R2 R3 R4 R5 RD RN A0 A1 A2 A3 A4 A5 AD AN",
  "liquid-net-worth-range": steps,
  "lot-relief-strategy": "F L S G A C D H J W X V",
  "marital-status": "S M P D W C",
  "member-document-type": "ACCREDITATION_DOCS CIP_VERIFICATION FINRA_MEMBER_FORM",
  "member-kind": "N S",
  "membership-type": "client staff trustee",
  "model-style": "G V B I X A T",
  "natural-person-accreditation": "A E",
  "net-worth-range": steps,
  "offer-status": "I P N X C",
  "order-status": "INITIAL ORDER_CREATED ACCEPTED REJECTED CANCELLED PROCESSING COMPLETE",
  "participating-firm-status": "A P D",
  "permission-level": "SV DV MM TR TM AM AC",
  "previous-experience": "N A I",
  "proposal-answer": "0 1 2",
  "question-type": "C D P S",
  "reason-for-trade": "NS CR AD",
  "restriction-reason": "020 021 022",
  "restriction-type": "CR SO",
  "say-on-pay-answer": "0 1 2 3",
  "security-type": "EQ DB OW SA PI TC MP OT",
  "signature-image-encoding": "SVG GIF JPG PNG",
  "staff-role": "viewer adviser administrator",
  state:
    "AL AK AZ AR CA CO CT DE DC FL GA GU HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE " +
    "NV NH NJ NM NY NC ND OH OK OR PW PA RI SC SD TN TX UT VT VA WA WV WI WY " +
    "AA AE AP AS FM MH MP PR VI",
  "simulated-outcome": "next adjust reject fail",
  "sub-verify-level": "O C P I",
  suffix: "Jr. Sr. II III IV",
  "tax-classification": "S C P",
  "tax-id-type": "E S",
  "tax-relief-method": "FIFO LIFO LGHL HGLL LLTG LSTG HLTG HSTG AVGC WLFS WGFS",
  "term-of-sale": "ST LT UN",
  title: "Dr. Ms. Miss Mr. Mrs.",
  "transaction-category":
    "deposits-cash deposits-ach deposits-check deposits-wire deposits-returned " +
    "deposits-securities deposits-gift deposits-inheritance withdrawals-cash withdrawals-ach " +
    "withdrawals-check withdrawals-wire withdrawals-returned withdrawals-securities " +
    "trades-buy trades-private-placement trades-sell income-dividend income-capital-gain " +
    "income-reinvestment income-exempt income-interest events-split " +
    "events-stock-dividend events-merger " +
    "events-spin-off events-rights events-tender events-return-of-capital events-liquidation events-cash-in-lieu " +
    "events-redemption events-symbol-change events-expiry events-worthless events-exercise " +
    "fees-advisory fees-refund fees-service transfers-cash transfers-securities " +
    "adjustments-cancellation adjustments-basis adjustments-election",
  "transaction-code": "SLE RDM MRG CIL ROC EXP",
  "transaction-reason": "PRM OID MKD UCG WSH COR JNL SPS GFT",
  "transaction-type":
    "BUY REI TIN GFT INH SLE RDM EXP WLS CIL TOT SPL MRG SPO ROC SYM EXR BAS STU LMV AVE AVR AVX DEP WDL ADM DIV INT FEE CJL SJL CXL",
  "transfer-kind": "full partial non-ACAT",
  "transfer-reason": "01 02 03 04 05 06 07 08 09 99",
  "transfer-status":
    "Request Pending,Submitted,In Review,Adjusted,Accelerated,Settling,Completed,Rejected," +
    "Transfer Closed - No Action,Cancelled,Failed",
  "verification-status": "PENDING_NEW PASSED FAILED",
  "verify-level": "N A",
  "verify-method": "I N T A",
};

function codes(rows: readonly { readonly code: string }[]): string[] {
  return rows.map((row) => row.code).toSorted();
}

test.each(codeListNames)("the list %s has exactly the codes of the interface", (name) => {
  const words = expected[name];
  expect(codes(codeList(name).rows)).toEqual(words.split(words.includes(",") ? "," : " ").sort());
});

test("every file of the folder is a list and every list has a file", () => {
  const files = readdirSync(new URL("codes", import.meta.url)).toSorted();
  expect(files).toEqual(codeListNames.map((name) => `${name}.csv`));
});

describe("what the additional columns say", () => {
  test("the five retirement account kinds are not taxable, all others are", () => {
    const retirement = accountTypes.rows.filter((row) => row.taxability === "retirement");
    expect(codes(retirement)).toEqual(["9", "P", "Q", "R", "S"]);
  });

  test("average cost alone is for retirement accounts; two methods use tax rates", () => {
    const rows = taxReliefMethods.rows;
    expect(codes(rows.filter((row) => row.appliesTo === "retirement"))).toEqual(["AVGC"]);
    expect(codes(rows.filter((row) => row.usesTaxRates))).toEqual(["WGFS", "WLFS"]);
  });

  test.each([
    [offerStatusCode, "offer-status"],
    [executionTypeCode, "execution-type"],
    [participationCode, "participating-firm-status"],
    [restrictionReasonCode, "restriction-reason"],
    [restrictionTypeCode, "restriction-type"],
  ] as const)("the names %o are those of every code of %s", (named, list) => {
    expect(Object.values(named).toSorted()).toEqual(codes(codeList(list).rows).toSorted());
  });

  test("restriction reasons and types carry the texts that responses show", () => {
    const reasons = restrictionReasons.rows.map((row) => Object.values(row).slice(0, 3));
    expect(reasons.slice(1)).toEqual([
      ["021", "External", "Externally Set Restriction used through the API"],
      ["022", "API Account Approval", "API Firm has not had their client approve."],
    ]);
    expect(codes(restrictionReasons.rows.filter((row) => row.firmsMaySet))).toEqual(["021"]);
    const lifted = restrictionReasons.rows.filter((row) => row.firmsMayLift);
    expect(codes(lifted)).toEqual(["021", "022"]);
    expect(codeList("restriction-type").find("CR")).toMatchObject({
      name: "Complete Restriction",
      description: "Account is completely restricted",
    });
  });

  test.each([
    ["A", "50000000", "anyone", "none", undefined, undefined, false],
    ["B", "5000000", "accredited", "california", 35, undefined, false],
    ["C", undefined, "anyone", "issuer", undefined, undefined, false],
    ["D", "1000000", "accredited", "none", undefined, undefined, false],
    ["E", "1000000", "accredited", "none", undefined, undefined, false],
    ["F", "1000000", "accredited", "none", undefined, undefined, false],
    ["G", "5000000", "anyone", "none", undefined, 35, false],
    ["H", undefined, "accredited", "none", undefined, undefined, false],
    ["I", "5000000", "accredited", "none", undefined, undefined, false],
    ["J", undefined, "accredited", "none", undefined, undefined, false],
    ["K", undefined, "accredited", "none", undefined, undefined, true],
    ["O", undefined, "anyone", "none", undefined, undefined, false],
  ])("exemption %s allows %s to %s (state rule %s)", (code, ...rest) => {
    const row = exemptions.find(code);
    const { maximumOfferSize, naturalPersons, stateRule } = row ?? {};
    const { maximumInvestors, maximumNonAccredited, verified } = row ?? {};
    const limits = [maximumInvestors, maximumNonAccredited, verified];
    expect([maximumOfferSize, naturalPersons, stateRule, ...limits]).toEqual(rest);
  });

  test("each offer status has its query word and group", () => {
    const words = offerStatuses.rows.map((row) => `${row.name} ${row.query} ${row.group}`);
    expect(words).toEqual([
      "INITIAL initial open",
      "IN_PROGRESS inprogress open",
      "CLOSED_INCOMPLETE closedincomplete closed",
      "CLOSED_CANCELLED closedcancelled closed",
      "CLOSED_COMPLETE closedcomplete closed",
    ]);
  });

  test("only hedge funds and other investment funds are sized by net asset value", () => {
    const sized = industries.rows.filter((row) => row.sizeMeasure === "net-asset-value");
    expect(codes(sized)).toEqual(["HFU", "OTF"]);
    expect(issuerSizes.find("A1")?.measure).toBe("net-asset-value");
    expect(issuerSizes.find("R1")?.measure).toBe("revenue");
  });

  test("a sector with industries below it is not a lowest industry; by code or name", () => {
    expect(["PIF", "TEC", "ENERGY", "XXX"].map(isLowestIndustry)).toEqual(Array(4).fill(false));
    expect(["HFU", "AGR", "OTHER_ENERGY"].map(isLowestIndustry)).toEqual(Array(3).fill(true));
  });

  test("the first range has no minimum and the last no maximum", () => {
    const first = codeList("annual-income-range").find("1");
    expect(first).toMatchObject({ name: "No minimum", from: "0", to: "50000" });
    expect(codeList("net-worth-range").find("7")).toMatchObject({ from: "5000000", to: undefined });
  });

  test("each letter of a reported lot stands for one relief method, V for none", () => {
    const pairs = lotReliefStrategies.rows.map((row) => `${row.code} ${row.method ?? "-"}`);
    expect(pairs.join()).toBe(
      "F FIFO,L LIFO,S LGHL,G HGLL,A AVGC,C LLTG,D LSTG,H HLTG,J HSTG,W WLFS,X WGFS,V -",
    );
  });

  test("an agreed item has status A, Y or O, and an open one I or V", () => {
    const rows = codeList("ifa-status").rows;
    expect(codes(rows.filter((row) => row.outcome === "agreed"))).toEqual(["A", "O", "Y"]);
    expect(codes(rows.filter((row) => row.outcome === "open"))).toEqual(["I", "V"]);
  });

  test("the nine excluded states are known to addresses and closed to offers", () => {
    const excluded = states.rows.filter((row) => !row.blueSky);
    expect(codes(excluded).join(" ")).toBe("AA AE AP AS FM MH MP PR VI");
    expect(states.rows.length - excluded.length).toBe(53); // 50 states, DC, GU, PW
  });
});

test.each([
  ["execution-type", "ALL_OR_NONE", "A"],
  ["execution-type", "P", "P"],
  ["offer-status", "INITIAL", "I"],
  ["previous-experience", "INDUSTRY_EXPERIENCE", "I"],
  ["execution-type", "all_or_none", undefined],
  ["execution-type", "a", undefined],
  ["execution-type", "", undefined],
  ["restriction-reason", "External", undefined],
  ["state", "Alabama", undefined],
  ["state", "constructor", undefined],
] as const)("in %s the text %j stands for %j", (list, text, code) => {
  expect(codeList(list).codeOf(text)).toBe(code);
  expect(codeList(list).has(text)).toBe(code !== undefined);
});
