// The rights that the levels of permission give a client member, written by hand: those of each level, and the right
// that each operation under an account needs. The operations closed to clients are read from the page. (interface 5)
import { callersOnPage } from "./callers-page.ts";

/** The rights of each level; a member without a level has none. */
export const rightsOfLevel = {
  SV: ["summary"],
  DV: ["summary", "detail"],
  MM: ["summary", "detail", "money"],
  TR: ["summary", "detail", "trade"],
  TM: ["summary", "detail", "money", "trade"],
  AM: ["summary", "detail", "money", "trade", "vote", "papers"],
  AC: ["summary", "detail", "money", "trade", "vote", "papers"],
  owner: ["summary", "detail", "money", "trade", "vote", "papers", "owner"],
  stranger: [],
} as const;

export type LevelName = keyof typeof rightsOfLevel;

/** The levels by name. */
export const levelNames = Object.keys(rightsOfLevel) as LevelName[];

/** Whether a level has a right. */
export function hasRight(level: LevelName, right: string): boolean {
  const rights: readonly string[] = rightsOfLevel[level];
  return rights.includes(right);
}

/** The right that each operation under an account needs of a client member, by its id. */
export const needs: Readonly<Record<string, string>> = {
  ...each("summary", "getAccount listFolios getFolio"),
  ...each("summary", "getAccountUnitValues getPerformanceSummary getPerformancePeriods"),
  ...each("summary", "getPerformanceReport"),
  ...each("summary", "getFolioUnitValues getFolioPerformanceSummary"),
  ...each("summary", "getFolioPerformancePeriods"),
  ...each("detail", "getPerformanceRawData getFolioPerformanceRawData getReturnSteps"),
  ...each("detail", "getBalances listAccountFees getFeeEstimate"),
  ...each("detail", "listFolioPositions listAccountPositions listCurrentWeights listTargetWeights"),
  ...each("detail", "listTransactions listFolioTransactions getTransaction"),
  ...each("detail", "listReportedTaxLots listReportedTaxLotsOfPair getReportedTaxLot"),
  ...each("detail", "listClosedTaxLots listClosedTaxLotsOfPair getClosedTaxLot"),
  ...each("detail", "listOpenTaxLots listOpenTaxLotsOfTransaction getOpenTaxLot"),
  ...each("detail", "getUnrealizedGains previewSale getTaxLotSteps getAverageBasis"),
  ...each("detail", "listTransfers getTransfer listTransferHistory"),
  ...each("detail", "listRestrictions getRestriction listCorporateActions getCorporateAction"),
  ...each("detail", "listEntitlements"),
  ...each("detail", "listPrivatePlacementOrders getPrivatePlacementOrder"),
  ...each("money", "getExpressCheckInstructions getCheckInstructions"),
  ...each("money", "getEftInstructions getWireInstructions"),
  ...each("vote", "replaceVote"),
  ...each("papers", "getTaxForm listAuditEntries listPermissions getPermission"),
  ...each("papers", "listAccountUploads getAccountUpload"),
  ...each("owner", "uploadAccountDocument"),
  ...each("owner", "signCustomerAgreement createPrivatePlacementOrder updatePrivatePlacementOrder"),
};

/** The reads of the signer alone: the agreement of anyone else does not exist. */
export const ofSigner = ["getCustomerAgreement", "getCustomerAgreementContent"];

/** The operations that the page opens to no client; a firm that calls one for a client does it for one
 * who manages the account. */
export const closedToClients = callersOnPage()
  .filter(({ callers }) => !callers.includes("client"))
  .flatMap(({ names }) => names);

function each(right: string, ids: string): Record<string, string> {
  return Object.fromEntries(ids.split(" ").map((id) => [id, right]));
}
