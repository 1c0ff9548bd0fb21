// The wire shapes of members.
import type { Static, TSchema, TUnsafe } from "typebox";
import { codeList, industries, isLowestIndustry, memberKinds } from "../../../reference/codes.ts";
import { anySpelling, only } from "../../../values/choices.ts";
import { codeFrom } from "../../../values/contract-form.ts";
import { valueErrors } from "../../../values/errors.ts";
import { anyName } from "../../../values/names.ts";
import { invalid } from "../../../values/problem.ts";
import { bool, choice, day, decimal, id, refused, text } from "../../../values/scalars.ts";
import { Type } from "../../../values/type.ts";
import {
  emptiable,
  isRawObject,
  list,
  note,
  nullable,
  nullableText,
  object,
  optional,
  wired,
  wrongKind,
} from "../../../values/wire.ts";
import { MailingAddress, NewMailingAddress, telephoneNumber } from "../accounts/address.ts";
import { memberErrors } from "./errors.ts";
import { personFields } from "./person.ts";

const taken = only("accepted-citizenship", codeList("citizenship"), ({ code }) => code !== "N");
const industry = only("lowest-industry", industries, ({ code }) => isLowestIndustry(code));

/** Companies of which the member is a director or holds ten percent: tickers, as one text with
 * commas or as a list. */
function tickers(): TUnsafe<string[]> {
  const ticker = /^[!-~]{1,20}$/;
  const description = "Tickers of securities, separated by commas, or a list of them.";
  const shape = { type: ["string", "array"], maxLength: 255, maxItems: 50, description };
  const isTicker = (value: unknown) => typeof value === "string" && ticker.test(value);
  return wired<string[]>(
    { ...shape, items: { type: "string", pattern: ticker.source } },
    {
      kind: "scalar",
      decode(raw, field, problems) {
        const entries = typeof raw === "string" ? raw.split(",").map((each) => each.trim()) : raw;
        if (!Array.isArray(entries)) return wrongKind(problems, field, "a text or a list");
        const isLong = typeof raw === "string" ? raw.length > 255 : entries.length > 50;
        if (isLong) return note(problems, field, undefined);
        const wrong = entries.flatMap((entry, index) => (isTicker(entry) ? [] : [index]));
        if (wrong.length === 0) return [...new Set(entries as string[])];
        if (typeof raw === "string") return note(problems, field, undefined);
        for (const index of wrong) note(problems, `${field}[${index}]`, undefined);
        return undefined;
      },
      codes: (field) => [invalid(field).errorCode],
    },
  );
}

/** An object that is accepted, so that clients of other services may send it. */
function ignored(): TUnsafe<object> {
  return wired<object>(
    { type: "object", title: "Ignored", description: "Ignored." },
    {
      kind: "scalar",
      decode: (raw, field, problems) =>
        isRawObject(raw) ? raw : wrongKind(problems, field, "an object"),
      codes: () => [],
    },
  );
}

/** Fields that stay as they are when null is sent, since every member has them. */
const always = {
  primaryAddress: optional(NewMailingAddress),
  citizenship: optional(choice(taken, { error: memberErrors.citizenship })),
  residenceCountry: optional(
    text({ max: 2, pattern: /^[A-Z]{2}$/, description: "Two letters; `US` if left out." }),
  ),
  employmentStatus: optional(
    choice(anySpelling(codeList("employment-status")), {
      description: "The code or its name, in any case.",
    }),
  ),
  accreditedInvestorAnnualIncome: optional(
    bool({ description: "The member's own statement; false if left out." }),
  ),
  accreditedInvestorNetWorth: optional(
    bool({ description: "The member's own statement; false if left out." }),
  ),
  privatePlacementExperience: optional(
    list(choice(industry), { max: 50, description: "Industries at the lowest level." }),
  ),
  directorOrTenPercentShareholder: optional(bool({ description: "False if left out." })),
  finraAffiliated: optional(bool({ description: "False if left out." })),
  employerAddress: optional(ignored()),
  memberAttributes: optional(ignored()),
} as const;

function emptied<S extends TSchema>(schema: S) {
  return optional(emptiable(schema));
}

/** The fields that null empties. */
const withNull = {
  title: emptied(personFields.title),
  middleName: emptied(personFields.middleName),
  suffix: emptied(personFields.suffix),
  email2: emptied(personFields.email),
  mailingAddress: emptied(NewMailingAddress),
  dayTelephone: emptied(telephoneNumber),
  eveningTelephone: emptied(telephoneNumber),
  mobileTelephone: emptied(telephoneNumber),
  annualIncome: emptied(choice(codeList("annual-income-range"), { takesNumbers: true })),
  liquidNetWorth: emptied(choice(codeList("liquid-net-worth-range"), { takesNumbers: true })),
  netWorth: emptied(choice(codeList("net-worth-range"), { takesNumbers: true })),
  directorOrTenPercentShareholderCompany: emptied(tickers()),
  finraCompany: emptied(text({ max: 100, pattern: anyName })),
  employerName: emptied(text({ max: 100, pattern: anyName })),
  occupationType: emptied(text({ max: 100, pattern: anyName })),
  maritalStatus: emptied(choice(codeList("marital-status"))),
  taxBracket: emptied(decimal({ places: 0, min: "1", max: "5" })),
  dependentCount: emptied(decimal({ places: 0, min: "0", max: "99" })),
};

/** A tax id of nine digits, dashes allowed. */
const newTid = text({
  max: 11,
  pattern: /^(\d{9}|\d{3}-\d{2}-\d{4}|\d{2}-\d{7})$/,
  error: valueErrors.ssn,
  description: "Nine digits, with or without dashes; responses show the last four.",
});

/** A request to add a member; staff need only login id, names and email address. */
export const NewMember = object(
  {
    loginId: personFields.loginId,
    membershipType: choice(memberKinds, { description: "Staff are added by the operator alone." }),
    firmOid: optional(id({ description: "From the operator, who must send it; no one else may." })),
    firstName: personFields.firstName,
    lastName: personFields.lastName,
    dateOfBirth: optional(day()),
    tid: optional(newTid),
    email1: personFields.email,
    ...withNull,
    ...always,
  },
  {
    title: "NewMember",
    examples: [
      {
        loginId: "mia.torres",
        membershipType: "N",
        firstName: "Mia",
        lastName: "Torres",
        dateOfBirth: "1980-05-02",
        tid: "987-65-6789",
        email1: "mia.torres@example.com",
        primaryAddress: { line1: "9 Pier Road", city: "Troy", state: "NY", zipcode: "12180" },
        mobileTelephone: "518-555-0190",
        citizenship: "C",
        employmentStatus: "SELF_EMPLOYED",
        annualIncome: "4",
        liquidNetWorth: "3",
        netWorth: "4",
        accreditedInvestorAnnualIncome: true,
        privatePlacementExperience: ["OTC"],
      },
    ],
  },
);
export type NewMember = Static<typeof NewMember>;

/** A request to update a member: absent is unchanged, null empties an optional field. */
export const MemberUpdate = object(
  {
    loginId: optional(text({ max: 64, description: "If sent, the login id in the path." })),
    membershipType: optional(refused(memberErrors.notUpdateable)),
    firmOid: optional(refused(memberErrors.notUpdateable)),
    firstName: optional(personFields.firstName),
    lastName: optional(personFields.lastName),
    dateOfBirth: optional(refused(memberErrors.notUpdateable)),
    tid: optional(refused(memberErrors.notUpdateable)),
    email1: optional(personFields.email),
    ...withNull,
    ...always,
  },
  {
    title: "MemberUpdate",
    examples: [{ email1: "ada@whitfield.example.com", annualIncome: "5", middleName: "Grace" }],
  },
);
export type MemberUpdate = Static<typeof MemberUpdate>;

const Text = nullableText();
const Day = nullable(Type.String({ format: "date-time" }));

/** A member, as it is returned. */
export const Member = Type.Object(
  {
    loginId: Type.String(),
    memberOid: Type.String(),
    firmOid: Type.String(),
    membershipType: codeFrom(memberKinds),
    title: Text,
    firstName: Type.String(),
    middleName: Text,
    lastName: Type.String(),
    suffix: Text,
    dateOfBirth: Day,
    tid: nullableText("The last four digits."),
    email1: Text,
    email2: Text,
    primaryAddress: nullable(MailingAddress),
    mailingAddress: nullable(MailingAddress),
    dayTelephone: Text,
    eveningTelephone: Text,
    mobileTelephone: Text,
    citizenship: nullable(codeFrom(codeList("citizenship"))),
    residenceCountry: Type.String(),
    employmentStatus: nullable(codeFrom(codeList("employment-status"))),
    annualIncome: nullable(codeFrom(codeList("annual-income-range"))),
    liquidNetWorth: nullable(codeFrom(codeList("liquid-net-worth-range"))),
    netWorth: nullable(codeFrom(codeList("net-worth-range"))),
    accreditedInvestorAnnualIncome: Type.Boolean(),
    accreditedInvestorNetWorth: Type.Boolean(),
    privatePlacementExperience: Type.Array(codeFrom(codeList("industry")), { maxItems: 50 }),
    directorOrTenPercentShareholder: Type.Boolean(),
    directorOrTenPercentShareholderCompany: nullableText("Tickers separated by commas."),
    finraAffiliated: Type.Boolean(),
    finraCompany: Text,
    employerName: Text,
    occupationType: Text,
    maritalStatus: nullable(codeFrom(codeList("marital-status"))),
    taxBracket: Text,
    dependentCount: Text,
    creationDate: nullable(
      Type.String({ format: "date-time", description: "Null of a member that was loaded." }),
    ),
    cipStatus: codeFrom(codeList("verification-status")),
  },
  { title: "Member" },
);
export type Member = Static<typeof Member>;

/** Whether the address is one by which its person may be recognized, as audit entries say it. */
export const signInAddress = Type.Union([Type.Literal("sealed"), Type.Null()]);
