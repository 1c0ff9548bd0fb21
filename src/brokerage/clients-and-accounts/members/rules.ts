// Rules of adding a member, and of its fields.

import { newYorkDay } from "@bursar/values/dates";
import { memberKinds } from "../../../reference/codes.ts";
import { brokenIf, fieldProblem, type Problem } from "../../../values/problem.ts";
import { matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import { isPoBox, primaryLines } from "../accounts/address.ts";
import { memberErrors } from "./errors.ts";
import type { MemberFields } from "./member-row.ts";
import { isUnderAge } from "./person.ts";
import type { MemberUpdate, NewMember } from "./schema.ts";

const rule = shapeRules<NewMember>();
const ruleOfUpdate = shapeRules<MemberUpdate>();

const isClient = (kind: string) => memberKinds.find(kind)?.membershipType === "client";

/** Fields that a client has and staff need not. */
const ofClients = [
  ["dateOfBirth", memberErrors.dateOfBirthMissing],
  ["tid", memberErrors.tidMissing],
  ["primaryAddress", memberErrors.primaryAddressMissing],
  ["citizenship", memberErrors.citizenshipMissing],
  ["employmentStatus", memberErrors.employmentStatusMissing],
] as const;

/** Rules of a new member that need only the request, its caller's kind and the clock. */
export const rulesOfNewMember = [
  rule(["firmOid"], ({ firmOid }, { firmKind }) =>
    firmKind === "operator" && firmOid === undefined
      ? [fieldProblem("firmOid", memberErrors.firmOidMissing)]
      : [],
  ),
  ...ofClients.map(([field, error]) =>
    rule(["membershipType", field], (request) =>
      isClient(request.membershipType) && request[field] === undefined
        ? [fieldProblem(field, error)]
        : [],
    ),
  ),
  rule(["membershipType", "firmOid"], ({ membershipType, firmOid }, { firmKind }) => {
    const isOperators = !isClient(membershipType) || firmOid !== undefined;
    return brokenIf(firmKind !== "operator" && isOperators, memberErrors.operator);
  }),
  rule(
    ["membershipType", "dayTelephone", "eveningTelephone", "mobileTelephone"],
    ({ membershipType, dayTelephone, eveningTelephone, mobileTelephone }) => {
      const number = dayTelephone ?? eveningTelephone ?? mobileTelephone ?? null;
      return brokenIf(isClient(membershipType) && number === null, memberErrors.telephone);
    },
  ),
  rule(primaryLines, ({ primaryAddress }) =>
    brokenIf(primaryAddress !== undefined && isPoBox(primaryAddress), memberErrors.poBox),
  ),
  rule(["dateOfBirth", "primaryAddress.state"], ({ dateOfBirth, primaryAddress }, { now }) =>
    brokenIf(
      dateOfBirth !== undefined && isUnderAge(dateOfBirth, primaryAddress?.state, newYorkDay(now)),
      memberErrors.legalAge,
    ),
  ),
];

/** Rules of an update that need only the request and its path. */
export const rulesOfMemberUpdate = [
  matchesPath<MemberUpdate>("loginId", "loginid"),
  ruleOfUpdate(primaryLines, ({ primaryAddress }) =>
    brokenIf(primaryAddress !== undefined && isPoBox(primaryAddress), memberErrors.poBox),
  ),
];

/** The stored facts that the rules of a new member need. */
export interface NewMemberFacts {
  /** The kind of the firm of the member; undefined where there is no such firm. */
  readonly firmKind: string | undefined;
  readonly isLoginIdTaken: boolean;
  readonly isTidTaken: boolean;
  readonly hasUnknownTicker: boolean;
}

/** Problems of a new member that need stored facts; `member_login_id_folded_key` and
 * `member_tid_key` enforce that login id and tax id are nobody else's. Only a member who could be added
 * otherwise is judged by these two: a request that fails anyhow asks about no one. */
export function problemsWithNewMember(
  { membershipType }: Pick<NewMember, "membershipType">,
  facts: NewMemberFacts,
): Problem[] {
  const isMisplaced = isClient(membershipType) && facts.firmKind !== "institutional";
  const problems = [
    ...brokenIf(facts.firmKind === undefined || isMisplaced, memberErrors.firm),
    ...brokenIf(facts.hasUnknownTicker, memberErrors.ownCompanies),
  ];
  if (problems.length > 0) return problems;
  return [
    ...brokenIf(facts.isLoginIdTaken, memberErrors.uniqueLoginId),
    ...brokenIf(facts.isTidTaken, memberErrors.uniqueSsn),
  ];
}

/** The stored facts that the rules of an update need. */
export interface MemberUpdateFacts extends Pick<NewMemberFacts, "hasUnknownTicker"> {
  /** Whether the caller may change the address of one of the staff. */
  readonly mayChangeStaffAddress: boolean;
}

/** Problems of an update that need stored facts: a client that had a telephone keeps one, and the
 * address of staff is changed by few. */
export function problemsWithMemberUpdate(
  before: MemberFields & { readonly membershipType: string },
  after: MemberFields,
  { hasUnknownTicker, mayChangeStaffAddress }: MemberUpdateFacts,
): Problem[] {
  const isStaffAddress = before.membershipType === "staff" && before.email1 !== after.email1;
  const isOutOfReach =
    before.membershipType === "client" &&
    before.telephones.length > 0 &&
    after.telephones.length === 0;
  return [
    ...brokenIf(isStaffAddress && !mayChangeStaffAddress, memberErrors.staffAddress),
    ...brokenIf(isOutOfReach, memberErrors.telephone),
    ...brokenIf(hasUnknownTicker, memberErrors.ownCompanies),
  ];
}
