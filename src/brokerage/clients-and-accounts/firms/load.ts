// How firms are loaded.

import { RowsRefused } from "../../../platform/bulk/kinds/load-problem.ts";
import { loadKind } from "../../../platform/bulk/load-kind.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { codeList, states } from "../../../reference/codes.ts";
import { valueErrors } from "../../../values/errors.ts";
import { anyName } from "../../../values/names.ts";
import { bool, choice, decimal, id, text } from "../../../values/scalars.ts";
import { list, object, optional } from "../../../values/wire.ts";
import { AddressRecord, poBoxHints, telephoneNumber } from "../accounts/address.ts";
import { firstOwnersOfClientFirms } from "../accounts/reads.ts";
import { personFields } from "../members/person.ts";
import { firmErrors } from "./errors.ts";
import { selectForeignRepresentatives, selectNewRepresentatives } from "./load-queries.ts";
import { firmMacTable } from "./mac-queries.ts";
import { firmTidBinding, firmTidPurpose } from "./sealed-tid.ts";

const FirmRecord = object({
  firmOid: id({ description: "The firm's id.", examples: ["2001"] }),
  partnerCode: text({
    max: 20,
    pattern: /^[A-Z0-9_-]+$/,
    description: "The code by which offers name the firm; no two firms share one.",
  }),
  name: text({ max: 100, pattern: anyName }),
  kind: choice(codeList("firm-kind")),
  state: optional(choice(states, { description: "The firm's state; an issuer's rules need it." })),
  billingLevel: optional(
    choice(codeList("billing-level"), { description: "`account` if left out." }),
  ),
  statementMonths: optional(
    text<"1" | "3" | "12">({
      oneOf: ["1", "3", "12"],
      description:
        "How many months a statement is about, where a run does not say it; 1 if left out.",
    }),
  ),
  programOids: optional(
    list(id(), { description: "The model programs the firm takes part in; none if left out." }),
  ),
  underContract: optional(
    bool({ description: "Whether an issuer has signed with the operator; false if left out." }),
  ),
  signsOnOwnPages: optional(
    bool({
      description:
        "Whether the owners of its new accounts approve them on the firm's own pages, and sign " +
        "no agreement here; false if left out.",
    }),
  ),
  postFirms: optional(
    text({
      oneOf: ["all", "none"],
      description:
        "`none` where the custodian books what corporate events give its accounts; `all` if left out.",
    }),
  ),
  noticeDays: optional(
    decimal({
      places: 0,
      min: "0",
      max: "30",
      description:
        "How many days pass between the approval of a fee run and the taking of its fees: the notice in advance; 0 if left out.",
    }),
  ),
  approvesAlone: optional(
    bool({
      description:
        "Whether its one administrator may approve fee runs of the same person; false if left out.",
    }),
  ),
  issuerAccountNumber: optional(
    text({ max: 10, description: "The issuer's account, to which its members need access." }),
  ),
  tid: optional(
    text({
      max: 10,
      pattern: /^\d{2}-?\d{7}$/,
      error: valueErrors.ssn,
      description:
        "Its tax id, nine digits; stored sealed, and shown in full on tax papers it pays.",
    }),
  ),
  address: optional(AddressRecord),
  stateNumber: optional(
    text({
      max: 20,
      pattern: /^[A-Z0-9][A-Z0-9 -]*$/,
      description:
        "The number under which it withholds tax for its state, which tax papers that it pays name.",
    }),
  ),
  brokerageBillingDisclosed: optional(
    bool({ description: "Whether its brokerage billing plan is shown; true if left out." }),
  ),
  managingFirmOid: optional(
    id({ description: "Of a corporate firm, the institutional firm whose client it is." }),
  ),
  representativeLoginId: optional(
    text({
      max: 64,
      description:
        "The client who represents a corporate firm that is managed, and is the first owner of its " +
        "accounts: a load that names another one has these accounts, too.",
    }),
  ),
  firmTaxIdType: optional(choice(codeList("tax-id-type"))),
  taxClassification: optional(choice(codeList("tax-classification"))),
  firmTelephone1: optional(telephoneNumber),
  firmTelephone2: optional(telephoneNumber),
  firmEmail1: optional(personFields.email),
  firmEmail2: optional(personFields.email),
  directorOrTenPercentShareholder: optional(bool({ description: "False if left out." })),
  finraAffiliated: optional(bool({ description: "False if left out." })),
  finraCompany: optional(text({ max: 100 })),
});

/** The representative of a corporate firm is the first owner of its accounts, as when a request
 * names another one; a load records what happened to both. */
async function refuseFormerRepresentatives(tx: Tx): Promise<void> {
  const named = await selectNewRepresentatives(tx);
  const owners = await firstOwnersOfClientFirms(
    tx,
    named.map(({ firmOid }) => firmOid),
  );
  const problems = named.flatMap(({ firmOid, loginId, line }) => {
    const former = owners.find((each) => each.firmOid === firmOid && each.loginId !== loginId);
    if (former === undefined) return [];
    const reason = `Its account ${former.number} has another first owner, and is not in the load with this one.`;
    return [{ kind: "firms", line, column: "representativeLoginId", reason }];
  });
  if (problems.length > 0) throw new RowsRefused(problems);
}

/** A request could not give such a firm's accounts, which are of the representative's firm, another first owner. */
async function refuseForeignRepresentatives(tx: Tx): Promise<void> {
  const found = await selectForeignRepresentatives(tx);
  const reason = firmErrors.representative.sentence;
  const problems = found.map(({ line }) => {
    return { kind: "firms", line, column: "representativeLoginId", reason };
  });
  if (problems.length > 0) throw new RowsRefused(problems);
}

async function refuseRepresentatives(tx: Tx): Promise<void> {
  await refuseForeignRepresentatives(tx);
  await refuseFormerRepresentatives(tx);
}

/** The file `firms`. */
export const firmKind = loadKind({
  name: "firms",
  about: "The operator, the advisers' firms and the issuers.",
  columns: FirmRecord,
  table: "firm",
  key: ["firmOid"],
  macs: firmMacTable,
  fields: {
    billingLevel: null,
    programOids: null,
    underContract: null,
    statementMonths: null,
    tid: null,
    brokerageBillingDisclosed: null,
    signsOnOwnPages: null,
    postFirms: null,
    noticeDays: null,
    approvesAlone: null,
    directorOrTenPercentShareholder: null,
    finraAffiliated: null,
    firmTaxIdType: "tax_id_type",
    firmTelephone1: "telephone1",
    firmEmail1: "email1",
    firmTelephone2: "telephone2",
    firmEmail2: "email2",
  },
  hints: poBoxHints("address"),
  privateFields: ["tid"],
  derived: {
    columns: [
      "billing_level",
      "program_oids",
      "under_contract",
      "statement_months",
      "tid_sealed",
      "tid_hash",
      "brokerage_billing_disclosed",
      "signs_on_own_pages",
      "post_firms",
      "notice_days",
      "approves_alone",
      "is_director_or_shareholder",
      "finra_affiliated",
    ],
    of: (row, { vault }) => {
      const digits = row.tid?.replace("-", "");
      return {
        billing_level: row.billingLevel ?? "account",
        program_oids: row.programOids ?? [],
        under_contract: row.underContract ?? false,
        statement_months: row.statementMonths ?? "1",
        brokerage_billing_disclosed: row.brokerageBillingDisclosed ?? true,
        signs_on_own_pages: row.signsOnOwnPages ?? false,
        post_firms: row.postFirms ?? "all",
        notice_days: row.noticeDays ?? "0",
        approves_alone: row.approvesAlone ?? false,
        is_director_or_shareholder: row.directorOrTenPercentShareholder ?? false,
        finra_affiliated: row.finraAffiliated ?? false,
        ...(digits !== undefined && {
          tid_sealed: vault.seal(digits, firmTidBinding(row.firmOid)),
          tid_hash: vault.hash(firmTidPurpose, digits),
        }),
      };
    },
  },
  secrets: [{ name: "tid", sealed: "tid_sealed", hash: "tid_hash" }],
  ofFirm: {
    field: "firmOid",
    fixed: [
      "kind",
      "programOids",
      "underContract",
      "signsOnOwnPages",
      "postFirms",
      "noticeDays",
      "approvesAlone",
      "issuerAccountNumber",
      "managingFirmOid",
      "representativeLoginId",
    ],
  },
  privileges: ["kind", "programOids", "managingFirmOid"],
  references: [
    { fields: ["issuerAccountNumber"], table: "account", columns: ["account_number"] },
    { fields: ["managingFirmOid"], table: "firm", columns: ["firm_oid"] },
    { fields: ["representativeLoginId"], table: "member", columns: ["login_id"] },
  ],
  constraints: {
    firm_managed_issues: {
      column: "managingFirmOid",
      reason: "Only a firm that issues is managed.",
    },
    firm_managed_represented: {
      column: "representativeLoginId",
      reason: "A firm that is managed has a representative, and no other firm has one.",
    },
    firm_managed_taxed: { column: "tid", reason: "A firm that is managed has a tax id." },
    firm_tax_id_key: { column: "tid", reason: "Another corporate firm has this tax id." },
  },
  uniques: [
    {
      field: "partnerCode",
      columns: ["partner_code"],
      reason: "Another firm has this partner code.",
    },
  ],
  afterAll: refuseRepresentatives,
  subject: (row) => `firm:${row.firmOid}`,
  example: [
    "firmOid,partnerCode,name,kind,state,billingLevel,programOids,underContract",
    '1002,HARBOR,Harbor Advisory,institutional,NY,account,"[""501""]",',
    '1004,REDWOOD,"Redwood Robotics, Inc.",issuing,CA,,,true',
  ].join("\n"),
});
