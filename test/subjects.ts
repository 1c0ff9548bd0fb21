// The subjects that paths name, by the name of a path's first parameter. An operation on a subject
// listed here needs no line of its own; a new kind of subject does, and an access.ts.

/** Subjects by the parameter that names them. */
export type Subjects = Readonly<Record<string, string>>;

/** Subjects that everybody may read. Of private securities market/securities has tests of its own. */
const open: ReadonlySet<string> = new Set(["securityid", "ticker"]);

/** Whether an operation is refused to whoever does not see its subject. */
export function needsAccess({
  subject,
  isChange,
}: {
  readonly subject: string | undefined;
  readonly isChange: boolean;
}): boolean {
  return subject !== undefined && (isChange || !open.has(subject));
}

/** Subjects that do not exist. */
export const absent: Subjects = {
  accountnumber: "RZ99999999",
  documentoid: "999999",
  eventid: "999999",
  firmid: "999999",
  foliooid: "999999",
  householdoid: "999999",
  loadid: "999999",
  loginid: "no.such.member",
  privateplacementofferoid: "999999",
  trusteeloginid: "no.such.trustee",
  webhookid: "999999",
};

/** An unpublished offer: others do not see it, unlike the offer of the example. */
const unpublished = { privateplacementofferoid: "802" };

/** Subjects that exist and that a caller may not see. */
export const hidden = {
  otherAdviser: {
    accountnumber: "RA00000001",
    documentoid: "4703",
    eventid: "4303",
    householdoid: "61",
    loginid: "ada.whitfield",
    foliooid: "711",
    firmid: "1002",
    trusteeloginid: "rosa.kim",
    webhookid: "4603",
    ...unpublished,
    loadid: "4606",
  },
  issuer: {
    accountnumber: "RA00000001",
    documentoid: "4703",
    eventid: "4303",
    householdoid: "61",
    loginid: "ada.whitfield",
    foliooid: "711",

    firmid: "1005",
    trusteeloginid: "rosa.kim",
    webhookid: "4603",
    privateplacementofferoid: "806",
    loadid: "4606",
  },
  client: {
    accountnumber: "RA00000005",
    documentoid: "4703",
    eventid: "4303",
    householdoid: "62",
    loginid: "carol.nguyen",
    foliooid: "712",
    firmid: "1003",
    trusteeloginid: "rosa.kim",
    webhookid: "4603",
    ...unpublished,
    loadid: "4606",
  },
  adviser: {
    accountnumber: "RB00000001",
    documentoid: "4703",
    eventid: "4303",
    householdoid: "63",
    loginid: "erin.cole",
    foliooid: "712",
    firmid: "1003",
    privateplacementofferoid: "809",
    trusteeloginid: "ada.whitfield",
    webhookid: "4605",
    loadid: "4607",
  },
} as const satisfies Readonly<Record<string, Subjects>>;

/** The status with which a subject is refused that the caller does not see. */
export function unseenStatus(subject: string | undefined): 403 | 404 {
  return subject === "eventid" ? 404 : 403;
}
