// A member as it is stored, what a request makes of it, and how it is returned.

import { type Day, encodeDay, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { memberKinds } from "../../../reference/codes.ts";
import { encodeAddress } from "../accounts/address.ts";
import type { Member, MemberUpdate } from "./schema.ts";

type Address = Readonly<Record<string, string>>;

/** A telephone number: `work` by day, `home` in the evening, or `mobile`. */
export interface Telephone {
  readonly kind: string;
  readonly number: string;
}

/** The fields of a member that a request may change. */
export interface MemberFields {
  readonly title: string | null;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly suffix: string | null;
  readonly email1: string | null;
  readonly email2: string | null;
  readonly primaryAddress: Address | null;
  readonly mailingAddress: Address | null;
  readonly telephones: readonly Telephone[];
  readonly citizenship: string | null;
  readonly residenceCountry: string;
  readonly employmentStatus: string | null;
  readonly annualIncome: string | null;
  readonly liquidNetWorth: string | null;
  readonly netWorth: string | null;
  readonly accreditedInvestorAnnualIncome: boolean;
  readonly accreditedInvestorNetWorth: boolean;
  readonly privatePlacementExperience: readonly string[];
  readonly directorOrTenPercentShareholder: boolean;
  readonly directorOrTenPercentShareholderCompany: readonly string[];
  readonly finraAffiliated: boolean;
  readonly finraCompany: string | null;
  readonly employerName: string | null;
  readonly occupationType: string | null;
  readonly maritalStatus: string | null;
  readonly taxBracket: string | null;
  readonly dependentCount: string | null;
}

/** A stored member. */
export interface MemberRow extends MemberFields {
  readonly loginId: string;
  readonly memberOid: Id;
  readonly firmOid: Id;
  /** `client` or `staff`. */
  readonly membershipType: string;
  readonly dateOfBirth: Day | null;
  readonly tidLast4: string | null;
  readonly createdAt: Date | null;
  readonly cipStatus: string;
  readonly staffRole: string | null;
  /** Whether the person may be recognized by the address at a first sign-in. */
  readonly hasSealedAddress: boolean;
}

/** The fields of a member in a request, other than its identity. */
type Sent = Omit<MemberUpdate, "loginId" | "membershipType" | "firmOid" | "dateOfBirth" | "tid">;

const nothing = {
  title: null,
  middleName: null,
  suffix: null,
  email1: null,
  email2: null,
  primaryAddress: null,
  mailingAddress: null,
  telephones: [],
  citizenship: null,
  residenceCountry: "US",
  employmentStatus: null,
  annualIncome: null,
  liquidNetWorth: null,
  netWorth: null,
  accreditedInvestorAnnualIncome: false,
  accreditedInvestorNetWorth: false,
  privatePlacementExperience: [],
  directorOrTenPercentShareholder: false,
  directorOrTenPercentShareholderCompany: [],
  finraAffiliated: false,
  finraCompany: null,
  employerName: null,
  occupationType: null,
  maritalStatus: null,
  taxBracket: null,
  dependentCount: null,
  firstName: "",
  lastName: "",
} satisfies MemberFields;

const fieldNames = Object.keys(nothing) as (keyof MemberFields)[];

/** The fields of a new member, as a request says them. */
export function fieldsOfNew(request: Sent): MemberFields {
  return withSent(nothing, request);
}

/** The fields of a member once a request has changed those that it names. */
export function withSent(fields: MemberFields, request: Sent): MemberFields {
  const sent = Object.entries(request).filter(
    ([name, value]) => value !== undefined && fieldNames.includes(name as keyof MemberFields),
  );
  const { directorOrTenPercentShareholderCompany: companies } = request;
  return {
    ...fields,
    ...Object.fromEntries(sent),
    ...(companies !== undefined && { directorOrTenPercentShareholderCompany: companies ?? [] }),
    telephones: withTelephones(fields.telephones, request),
  };
}

/** The field of a request for each kind of telephone number. */
const telephoneKinds = [
  ["dayTelephone", "work"],
  ["eveningTelephone", "home"],
  ["mobileTelephone", "mobile"],
] as const;

function withTelephones(stored: readonly Telephone[], request: Sent): Telephone[] {
  return telephoneKinds.reduce<Telephone[]>(
    (all, [field, kind]) => {
      const number = request[field];
      if (number === undefined) return all;
      const others = all.filter((each) => each.kind !== kind);
      return number === null ? others : [...others, { kind, number }];
    },
    [...stored],
  );
}

/** A member in the interface's terms. */
export function encodeMember(row: MemberRow): Member {
  const { staffRole: _, hasSealedAddress: __, ...shown } = row;
  const { telephones, tidLast4, createdAt, dateOfBirth, ...rest } = shown;
  const number = (kind: string) => telephones.find((each) => each.kind === kind)?.number ?? null;
  const [day, evening, mobile] = telephoneKinds.map(([, kind]) => number(kind));
  const companies = row.directorOrTenPercentShareholderCompany;
  const kind = memberKinds.rows.find((each) => each.membershipType === row.membershipType);
  return {
    ...rest,
    membershipType: kind?.code ?? "",
    dateOfBirth: dateOfBirth && encodeDay(dateOfBirth),
    tid: tidLast4,
    primaryAddress: row.primaryAddress && encodeAddress(row.primaryAddress),
    mailingAddress: row.mailingAddress && encodeAddress(row.mailingAddress),
    dayTelephone: day ?? null,
    eveningTelephone: evening ?? null,
    mobileTelephone: mobile ?? null,
    privatePlacementExperience: [...row.privatePlacementExperience],
    directorOrTenPercentShareholderCompany: companies.length === 0 ? null : companies.join(","),
    creationDate: createdAt && encodeDay(newYorkDay(createdAt)),
  };
}

/** The names of the fields in which two responses of a member differ. */
export function changedFields(before: Member, after: Member): (keyof Member)[] {
  const names = Object.keys(before) as (keyof Member)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Some fields of a response. */
export function shownFields(member: Member, names: readonly (keyof Member)[]): Partial<Member> {
  return Object.fromEntries(names.map((name) => [name, member[name]]));
}
