// Rules of transfers: which may be made, and how one moves on. (interface 2.5, 4.6)

import { newYorkYear } from "@bursar/values/dates";
import { compare, type Decimal } from "@bursar/values/decimal";
import type { FirmKind } from "../../../platform/change/context.ts";
import { brokenIf, fieldProblem, type Problem, ruleProblem } from "../../../values/problem.ts";
import { entryRules, matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import {
  type SignatureKind,
  signatureProblems,
} from "../../clients-and-accounts/agreements/signature.ts";
import {
  type InForce,
  problemsWhereRestricted,
  problemsWhereUnverified,
} from "../../clients-and-accounts/restrictions/account-state.ts";
import { transferErrors } from "./errors.ts";
import { finalStatuses, mayMoveTransfer } from "./life-cycle.ts";
import type { NewTransfer, TransferUpdate } from "./schema.ts";

const rule = shapeRules<NewTransfer>();
const entries = entryRules<NewTransfer>();

/** Rules of a new transfer that need only the request, its path and the clock. */
export const rulesOfNewTransfer = [
  matchesPath<NewTransfer>("accountNumber", "accountnumber"),
  rule(["rothFiveYear"], ({ rothFiveYear }, { now }) => {
    const isAhead =
      rothFiveYear !== undefined && compare(rothFiveYear, `${newYorkYear(now)}` as Decimal) > 0;
    return isAhead ? [fieldProblem("rothFiveYear", transferErrors.rothYear)] : [];
  }),
  entries(
    "signatures",
    ["data"],
    (list, _, { signatureImageEncoding }) =>
      list.flatMap((signature, at) =>
        signature === undefined
          ? []
          : signatureProblems(
              `signatures[${at}].data`,
              signature.data,
              signatureImageEncoding as SignatureKind,
            ),
      ),
    ["signatureImageEncoding"],
  ),
  rule(["transferType", "stocks", "cashAmount", "transferAllCash"], (request) => {
    const { transferType, cashAmount, transferAllCash } = request;
    const { fullAssets, partialAssets } = transferErrors;
    if (transferType === "full") return brokenIf(hasAssets(request), fullAssets);
    const isEmpty = transferType === "partial" && !hasAssets(request);
    const isTwice = cashAmount !== undefined && transferAllCash === true;
    return brokenIf(isEmpty || isTwice, partialAssets);
  }),
  entries(
    "stocks",
    ["amount", "transferAll"],
    (list, _, { transferType }) => {
      const isUnclear = list.some(
        (stock) => stock && (stock.amount !== undefined) === (stock.transferAll === true),
      );
      return brokenIf(transferType !== "full" && isUnclear, transferErrors.partialAssets);
    },
    ["transferType"],
  ),
];

/** The assets that a request names. */
interface Assets {
  readonly stocks?: readonly unknown[];
  readonly cashAmount?: unknown;
  readonly transferAllCash?: boolean;
}

/** Whether a request names what it moves; one that does not moves everything. */
export function hasAssets({ stocks = [], cashAmount, transferAllCash }: Assets): boolean {
  return stocks.length > 0 || cashAmount !== undefined || transferAllCash === true;
}

/** A transfer of the account that is not final. */
export interface OpenTransfer {
  readonly transferType: string;
  readonly contraAccountNumber: string | null;
  readonly contraFirmName: string | null;
  readonly dtcNumber: string | null;
  readonly hasAssets: boolean;
}

/** The stored facts about the account, its contra firm and its other transfers. */
export interface TransferFacts {
  readonly accountType: string;
  readonly owners: readonly string[];
  readonly contraFirm:
    | { readonly name: string; readonly dtcNumber: string | null; readonly acatEligible: boolean }
    | undefined;
  readonly inForce: readonly InForce[];
  /** The owners whose verification has not been passed. */
  readonly unverified: readonly unknown[];
  readonly open: readonly OpenTransfer[];
}

/** Problems of a new transfer that need stored facts. */
export function problemsWithNew(request: NewTransfer, facts: TransferFacts): Problem[] {
  const { accountType, owners, contraFirm, inForce, unverified } = facts;
  const isByHand = request.transferType === "non-ACAT";
  const signers = request.signatures.map(({ loginId }) => loginId);
  const isSigned =
    signers.length === owners.length && owners.every((owner) => signers.includes(owner));
  return [
    ...brokenIf(!owners.includes(request.loginId), transferErrors.member),
    ...brokenIf(request.contraAccountType !== accountType, transferErrors.accountType),
    ...brokenIf(request.rothFiveYear !== undefined && accountType !== "S", transferErrors.roth),
    ...brokenIf(contraFirm === undefined, transferErrors.contraFirm),
    ...brokenIf(contraFirm?.acatEligible === isByHand, transferErrors.contraFirmEligible),
    ...brokenIf(!isSigned, transferErrors.signatureOwner),
    ...problemsWhereRestricted(inForce),
    ...problemsWhereUnverified(unverified),
    ...brokenIf(isDuplicate(request, facts), transferErrors.duplicate),
  ];
}

function isDuplicate(request: NewTransfer, { contraFirm, open }: TransferFacts): boolean {
  const { transferType, contraAccountNumber } = request;
  const movesAll = isWhole({ transferType, hasAssets: hasAssets(request) });
  return open.some(
    (other) =>
      isOfFirm(other, contraFirm) &&
      lettersAndDigits(other.contraAccountNumber ?? "") === lettersAndDigits(contraAccountNumber) &&
      (movesAll || isWhole(other)),
  );
}

/** A transfer by hand that names no assets moves everything, like a full one; a partial one that was
 * loaded names none and moves a part. */
function isWhole(transfer: Pick<OpenTransfer, "transferType" | "hasAssets">): boolean {
  const { transferType, hasAssets } = transfer;
  return transferType === "full" || (transferType === "non-ACAT" && !hasAssets);
}

/** A transfer that was loaded names its contra firm by the clearing number alone. */
function isOfFirm(
  { contraFirmName, dtcNumber }: OpenTransfer,
  firm: TransferFacts["contraFirm"],
): boolean {
  if (firm === undefined) return false;
  if (contraFirmName !== null) return contraFirmName === firm.name;
  return dtcNumber !== null && dtcNumber === firm.dtcNumber;
}

function lettersAndDigits(number: string): string {
  return number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const update = shapeRules<TransferUpdate>();

/** Rules of a change that need only the request and its path. */
export const rulesOfTransferUpdate = [
  matchesPath<TransferUpdate>("acatid", "acatid"),
  update(["status", "reasonCode"], ({ status, reasonCode }) =>
    status === "Rejected" && reasonCode === undefined
      ? [fieldProblem("reasonCode", transferErrors.reasonMissing)]
      : [],
  ),
];

/** The facts about a transfer that is to change, and about who changes it. */
export interface UpdateFacts {
  readonly status: string;
  readonly transferType: string;
  readonly firmKind: FirmKind;
}

/** Problems of a change that need stored facts: only a step of the life cycle is taken, and until
 * the last one a comment may be added. */
export function problemsWithUpdate(
  { status, comment }: TransferUpdate,
  { status: from, transferType, firmKind }: UpdateFacts,
): Problem[] {
  const mayBeSent = firmKind === "operator" || status === "Cancelled";
  if (!mayBeSent) return [ruleProblem(transferErrors.caller)];
  const isComment = status === from && typeof comment === "string" && !finalStatuses.includes(from);
  const isStep = mayMoveTransfer(transferType, { from, to: status, by: firmKind });
  return brokenIf(!isComment && !isStep, transferErrors.status);
}
