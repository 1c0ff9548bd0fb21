// What the levels of permission let a client member do, written by hand: the rights of each level, and
// the right that each operation under an account needs. Which of them are closed to clients is read from
// the page. (interface 5)
import { callersOnPage } from "./callers-page.ts";

/** The rights of each level; a stranger has none. */
export const rightsOfLevel = {
  SV: "s",
  DV: "sd",
  MM: "sdm",
  TR: "sdt",
  TM: "sdmt",
  AM: "sdmtvp",
  AC: "sdmtvp",
  owner: "sdmtvpo",
  stranger: "",
} as const;

export type LevelName = keyof typeof rightsOfLevel;

/** The levels by name. */
export const levelNames = Object.keys(rightsOfLevel) as LevelName[];

/** Whether a level has a right. */
export function hasRight(level: LevelName, right: string): boolean {
  return rightsOfLevel[level].includes(right);
}

/** What operations under an account need of a client member, by their ids. */
export const needs: Readonly<Record<string, string>> = {
  ...each("s", "getAccount listFolios getFolio"),
  ...each("s", "getAccountUnitValues getPerformanceSummary getPerformancePeriods"),
  ...each("s", "getFolioUnitValues getFolioPerformanceSummary"),
  ...each("s", "getFolioPerformancePeriods"),
  ...each("d", "getPerformanceRawData getFolioPerformanceRawData getReturnSteps"),
  ...each("d", "getBalances"),
  ...each("d", "listFolioPositions listAccountPositions listCurrentWeights listTargetWeights"),
  ...each("d", "listTransactions listFolioTransactions getTransaction"),
  ...each("d", "listReportedTaxLots listReportedTaxLotsOfPair getReportedTaxLot"),
  ...each("d", "listClosedTaxLots listClosedTaxLotsOfPair getClosedTaxLot"),
  ...each("d", "listOpenTaxLots listOpenTaxLotsOfTransaction getOpenTaxLot"),
  ...each("d", "getUnrealizedGains previewSale getTaxLotSteps getAverageBasis"),
  ...each("d", "listTransfers getTransfer listTransferHistory"),
  ...each("d", "listRestrictions getRestriction listCorporateActions getCorporateAction"),
  ...each("d", "listEntitlements"),
  ...each("d", "listPrivatePlacementOrders getPrivatePlacementOrder"),
  ...each("m", "getExpressCheckInstructions getCheckInstructions"),
  ...each("m", "getEftInstructions getWireInstructions"),
  ...each("v", "replaceVote"),
  ...each("p", "getTaxForm listAuditEntries listPermissions getPermission"),
  ...each("o", "signCustomerAgreement createPrivatePlacementOrder updatePrivatePlacementOrder"),
};

/** What the signer alone reads: the agreement of anyone else does not exist. */
export const ofSigner = ["getCustomerAgreement", "getCustomerAgreementContent"];

/** The operations that the page opens to no client; a firm that calls one for a client does it for one
 * who manages the account. */
export const closedToClients = callersOnPage()
  .filter(({ callers }) => !callers.includes("client"))
  .flatMap(({ names }) => names);

function each(right: string, ids: string): Record<string, string> {
  return Object.fromEntries(ids.split(" ").map((id) => [id, right]));
}
