// Requests that change the details of accounts: names, relief methods, rates, beneficiaries, trusted
// contacts and exclusions, each alone and with others, on accounts of three kinds.
import fc from "fast-check";
import type { DetailModel } from "./account-state.ts";
import { caller, done, forbidden, Request, refused } from "./model.ts";
import { seesAccount } from "./visibility.ts";

/** A part of a change: what it sends, what it breaks, and what it makes of an account. */
interface Part {
  readonly name: string;
  readonly body: object;
  /** The code of what the request alone breaks. */
  readonly shape?: string;
  readonly facts?: (account: DetailModel, number: string) => readonly (string | false)[];
  readonly become?: (account: DetailModel) => void;
}

const isTaxable = ({ kind }: DetailModel) => kind === "taxable";
const ssns = { Ben: "987-65-4321", Iris: "987-65-4330", Theo: "987-65-4331" };
type Person = keyof typeof ssns;
const person = (firstName: Person, sharePct?: string, isMasked = false) => ({
  firstName,
  lastName: "Whitfield",
  relationship: "CHILD",
  sharePct,
  SSN: isMasked ? ssns[firstName].slice(-4) : ssns[firstName],
});

type Lists = "primary" | "contingent";
type BodyOfLists = { readonly [K in `${Lists}Beneficiaries`]?: readonly object[] };
const listed = { primary: "primaries", contingent: "contingents" } as const;

/** A list of beneficiaries; their kind of account alone has some, and none follow where none lead. */
function beneficiaries(
  kind: Lists,
  name: string,
  people: readonly ReturnType<typeof person>[],
  shape?: string,
): Part {
  const [masked] = people.filter(({ SSN }) => SSN.length === 4);
  return {
    name: `${kind} beneficiaries ${name}`,
    body: { [`${kind}Beneficiaries`]: people },
    ...(shape !== undefined && { shape }),
    facts: (account) => [
      isTaxable(account) && `account.not.applicable.${kind}.beneficiaries`,
      masked !== undefined &&
        !isTaxable(account) &&
        !account[listed[kind]].includes(masked.firstName) &&
        "invalid.ssn",
    ],
    become: (account) => {
      account[listed[kind]] = people.map(({ firstName }) => firstName);
    },
  };
}

function beneficiariesOf(kind: Lists): Part[] {
  const uneven = `account.${kind}.beneficiaries.share.rule`;
  const half = person("Ben", "50.00");
  const most = person("Iris", "49.99");
  return [
    beneficiaries(kind, "none", []),
    beneficiaries(kind, "one", [person("Theo")]),
    beneficiaries(kind, "two", [half, person("Iris", "50")]),
    beneficiaries(kind, "of a known number", [person("Ben", undefined, true)]),
    beneficiaries(kind, "uneven", [half, most], uneven),
    beneficiaries(kind, "one of less", [most], uneven),
    beneficiaries(
      kind,
      "one without a share",
      [half, person("Iris")],
      `null.${kind}.beneficiaries.share.pct`,
    ),
  ];
}

const contact = { firstName: "Ben", lastName: "Whitfield" };
function contacts(name: string, list: readonly object[], shape?: string): Part {
  return {
    name: `${name} trusted contact`,
    body: { trustedContacts: list },
    ...(shape !== undefined && { shape }),
    become: (account) => {
      account.contacts = list.map(() => "Ben");
    },
  };
}

const start = { exclusionValue: "BOLT", exclusionStartDate: "2026-03-02" };
function exclusions(kind: "security" | "issue" | "sector"): Part[] {
  const one = `${kind}Exclusion`;
  const several = `${kind}Exclusions`;
  const become = (values: readonly string[]) => (account: DetailModel) => {
    account.exclusions[kind] = values;
  };
  const list = [start, { exclusionValue: "ACME" }];
  const reversed = [{ ...start, exclusionEndDate: "2026-03-01" }];
  return [
    { name: `no ${several}`, body: { [several]: [] }, become: become([]) },
    { name: several, body: { [several]: list }, become: become(["BOLT", "ACME"]) },
    { name: one, body: { [one]: [start] }, become: become(["BOLT"]) },
    {
      name: `${one} and ${several}`,
      body: { [one]: [], [several]: [] },
      shape: "account.exclusion.spelling.rule",
    },
    {
      name: `reversed ${several}`,
      body: { [several]: reversed },
      shape: "account.exclusion.date.rule",
    },
  ];
}

const method = (code: string, rate?: string): Part => ({
  name: `method ${code}${rate ? ` with ${rate}` : ""}`,
  body: { defaultTaxLotSelection: code, ...(rate && { longTermTaxRate: rate }) },
  facts: (account) => [
    rate !== undefined && !isTaxable(account) && "account.not.applicable.long.term.tax.rate",
    (code === "AVGC") === isTaxable(account) && "account.tax.lot.selection.rule",
  ],
  become: (account) => {
    account.method = code;
    account.rate = rate ?? account.rate;
  },
});

/** Parts of a kind, of which a change has at most one. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  name: [
    {
      name: "the name of another",
      body: { accountName: "HOUSE fund" },
      facts: (_, number) => [number === "RA00000002" && "account.unique.rule"],
      become: (account) => {
        account.accountName = "HOUSE fund";
      },
    },
  ],
  method: [
    method("FIFO"),
    method("AVGC"),
    method("WLFS", "15.5"),
    method("AVGC", "20"),
    { name: "a rate alone", body: { longTermTaxRate: "15" }, shape: "account.tax.rate.rule" },
    {
      name: "a rate above all",
      body: { defaultTaxLotSelection: "FIFO", longTermTaxRate: "100.1" },
      shape: "invalid.long.term.tax.rate",
    },
  ],
  contribution: [
    {
      name: "the day of the first contribution",
      body: { initContributionDate: "2022-04-01" },
      facts: ({ kind }) => [kind !== "SIMPLE" && "account.not.applicable.init.contribution.date"],
    },
  ],
  primary: beneficiariesOf("primary"),
  contingent: beneficiariesOf("contingent"),
  contacts: [
    contacts("no", []),
    contacts("a", [{ ...contact, email: "ben.w@example.com", dateOfBirth: "1969-11-23" }]),
    contacts("an unreachable", [contact], "account.trusted.contact.reach.rule"),
    contacts(
      "a young",
      [{ ...contact, telephone: "716-555-0111", dateOfBirth: "2015-01-01" }],
      "invalid.trusted.contact.age",
    ),
  ],
  security: exclusions("security"),
  issue: exclusions("issue"),
  sector: exclusions("sector"),
  never: [
    { name: "its type", body: { accountType: "I" }, shape: "account.not.updateable" },
    { name: "its owners", body: { jointAccountOwners: [] }, shape: "account.not.updateable" },
    { name: "another number", body: { accountNumber: "RA00000001" }, shape: "uri.matching.rule" },
    { name: "an unknown field", body: { accountname: "Other" }, shape: "SYNTAX" },
  ],
};

const account = fc.constantFrom("RA00000002", "RA00000003", "RA00000005");
const anyParts = fc
  .subarray(Object.keys(parts), { maxLength: 2 })
  .chain((kinds) => fc.tuple(...kinds.map((kind) => fc.constantFrom(...(parts[kind] ?? [])))));

const contingentsAlone = "account.contingent.beneficiaries.rule";

/** Faults whatever is stored, as contingents without primaries in one body. */
function faultsOfShape(change: readonly Part[], body: BodyOfLists): string[] {
  const { primaryBeneficiaries, contingentBeneficiaries = [] } = body;
  const isAlone = primaryBeneficiaries?.length === 0 && contingentBeneficiaries.length > 0;
  return [...change.flatMap(({ shape }) => shape ?? []), ...(isAlone ? [contingentsAlone] : [])];
}

/** Contingents need primaries, as the lists will stand. */
function lacksPrimaries(account: DetailModel, change: readonly Part[]): boolean {
  if (isTaxable(account)) return false;
  const after = { ...account, exclusions: { ...account.exclusions } };
  for (const { become } of change) become?.(after);
  return after.contingents.length > 0 && after.primaries.length === 0;
}

const changing = fc
  .record({ caller, account, change: anyParts })
  .map(({ caller, account, change }) => {
    const body = Object.assign({}, ...change.map((part) => part.body));
    return new Request({
      caller,
      name: `changes ${account}: ${change.map(({ name }) => name).join(", ")}`,
      send: (_, service) => service.call(caller, "PUT", `/restapi/accounts/${account}`, body),
      expected: ({ details }) => {
        if (caller !== "adviser") return forbidden;
        const shape = faultsOfShape(change, body);
        if (shape.length > 0) return refused(...shape);
        const own = details[account] as DetailModel;
        const facts = change.flatMap((part) => part.facts?.(own, account) ?? []);
        const codes = [
          ...facts.filter((code) => code !== false),
          ...(lacksPrimaries(own, change) ? [contingentsAlone] : []),
        ];
        return codes.length === 0 ? done(200) : refused(...codes);
      },
      become: ({ details }) => {
        for (const { become } of change) become?.(details[account] as DetailModel);
        if ("initContributionDate" in body) {
          (details[account] as DetailModel).contributedOn = body.initContributionDate;
        }
      },
    });
  });

const named = (names: readonly string[]) => names.map((firstName) => ({ firstName }));
const valued = (values: readonly string[]) => values.map((exclusionValue) => ({ exclusionValue }));

const reading = fc.record({ caller, account }).map(({ caller, account }) => {
  return new Request({
    caller,
    name: `reads the details of ${account}`,
    send: (_, service) => service.call(caller, "GET", `/restapi/accounts/${account}`),
    expected: ({ details }) => {
      if (!seesAccount(caller, account)) return forbidden;
      const own = details[account] as DetailModel;
      return done(200, {
        accountNumber: account,
        accountName: own.accountName,
        defaultTaxLotSelection: own.method,
        longTermTaxRate: own.rate,
        primaryBeneficiaries: withNumbers(own.primaries),
        contingentBeneficiaries: withNumbers(own.contingents),
        trustedContacts: named(own.contacts),
        securityExclusions: valued(own.exclusions.security),
        issueExclusions: valued(own.exclusions.issue),
        sectorExclusions: valued(own.exclusions.sector),
      });
    },
    become: () => {},
  });
});

/** Answers show the last four digits alone. */
function withNumbers(names: readonly string[]) {
  return names.map((firstName) => ({ firstName, SSN: ssns[firstName as Person].slice(-4) }));
}

/** Requests about the details of accounts. */
export const accountUpdateRequests = [changing, changing, reading];
