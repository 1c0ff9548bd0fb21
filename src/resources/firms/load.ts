// How firms are loaded.
import { loadKind } from "../../platform/bulk/load-kind.ts";
import { codeList, states } from "../../reference/codes.ts";
import { valueErrors } from "../../values/errors.ts";
import { anyName } from "../../values/names.ts";
import { bool, choice, id, text } from "../../values/scalars.ts";
import { list, object, optional } from "../../values/wire.ts";
import { AddressRecord } from "../address.ts";
import { sealedFirms } from "../sealed-row-queries.ts";
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
  issuerAccountNumber: optional(
    text({ max: 10, description: "The issuer's account, to which its members need access." }),
  ),
  tid: optional(
    text({
      max: 10,
      pattern: /^\d{2}-?\d{7}$/,
      error: valueErrors.ssn,
      description: "Its tax id, nine digits; kept sealed, and shown in full on tax papers it pays.",
    }),
  ),
  address: optional(AddressRecord),
  brokerageBillingDisclosed: optional(
    bool({ description: "Whether its brokerage billing plan is shown; true if left out." }),
  ),
});

/** The file `firms`. */
export const firmKind = loadKind({
  name: "firms",
  about: "The operator, the advisers' firms and the issuers.",
  columns: FirmRecord,
  table: "firm",
  key: ["firmOid"],
  sealed: sealedFirms,
  fields: {
    ...{ billingLevel: null, programOids: null, underContract: null, tid: null },
    ...{ brokerageBillingDisclosed: null, signsOnOwnPages: null },
  },
  privateFields: ["tid"],
  derived: {
    columns: [
      ...["billing_level", "program_oids", "under_contract", "tid_sealed", "tid_hash"],
      ...["brokerage_billing_disclosed", "signs_on_own_pages"],
    ],
    of: (row, { vault }) => {
      const digits = row.tid?.replace("-", "");
      return {
        billing_level: row.billingLevel ?? "account",
        program_oids: row.programOids ?? [],
        under_contract: row.underContract ?? false,
        brokerage_billing_disclosed: row.brokerageBillingDisclosed ?? true,
        signs_on_own_pages: row.signsOnOwnPages ?? false,
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
    fixed: ["kind", "programOids", "underContract", "signsOnOwnPages", "issuerAccountNumber"],
  },
  privileges: ["kind", "programOids"],
  references: [{ fields: ["issuerAccountNumber"], table: "account", columns: ["account_number"] }],
  uniques: [
    {
      field: "partnerCode",
      columns: ["partner_code"],
      reason: "Another firm has this partner code.",
    },
  ],
  subject: (row) => `firm:${row.firmOid}`,
  example: [
    "firmOid,partnerCode,name,kind,state,billingLevel,programOids,underContract",
    '1002,HARBOR,Harbor Advisory,institutional,NY,account,"[""501""]",',
    '1004,REDWOOD,"Redwood Robotics, Inc.",issuing,CA,,,true',
  ].join("\n"),
});
