// The tables as Drizzle declares them, with the relations that its queries follow.
import { relations } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";

export const apiToken = pg.pgTable("api_token", {
  tokenHash: pg.text("token_hash").primaryKey(),
  apiUser: pg.text("api_user").notNull(),
  firmOid: pg.text("firm_oid").notNull(),
});

export const account = pg.pgTable("account", {
  number: pg.text().primaryKey(),
  firmOid: pg.text("firm_oid").notNull(),
  name: pg.text().notNull(),
  type: pg.text().notNull(),
  billingPlanOid: pg.text("billing_plan_oid"),
  defaultTaxLotSelection: pg.text("default_tax_lot_selection"),
  longTermTaxRate: pg.text("long_term_tax_rate"),
  shortTermTaxRate: pg.text("short_term_tax_rate"),
  owners: pg.text().array().notNull(),
  minor: pg.jsonb(),
  trustees: pg.jsonb().notNull(),
  firmId: pg.text("firm_id"),
  w9BackupWithholding: pg.boolean("w9_backup_withholding").notNull(),
  isRetirement: pg.boolean("is_retirement").notNull(),
  initContributionDate: pg.text("init_contribution_date"),
});

const ofAccount = () => pg.text("account_number").notNull();

export const beneficiary = pg.pgTable("beneficiary", {
  accountNumber: ofAccount(),
  kind: pg.text().notNull(),
  position: pg.integer().notNull(),
  details: pg.jsonb().notNull(),
});

export const trustedContact = pg.pgTable("trusted_contact", {
  accountNumber: ofAccount(),
  position: pg.integer().notNull(),
  firstName: pg.text("first_name").notNull(),
  lastName: pg.text("last_name").notNull(),
  relationship: pg.text(),
  email: pg.text(),
  telephone: pg.text(),
  mailingAddress: pg.jsonb("mailing_address"),
  dateOfBirth: pg.text("date_of_birth"),
});

export const exclusion = pg.pgTable("exclusion", {
  accountNumber: ofAccount(),
  kind: pg.text().notNull(),
  position: pg.integer().notNull(),
  value: pg.text().notNull(),
  startOn: pg.date("start_on"),
  endOn: pg.date("end_on"),
});

export const unitValue = pg.pgTable("unit_value", {
  accountNumber: ofAccount(),
  valuedOn: pg.date("valued_on").notNull(),
  value: pg.numeric().notNull(),
});

export const reportedLot = pg.pgTable("reported_lot", {
  accountNumber: ofAccount(),
  taxYear: pg.text("tax_year").notNull(),
  position: pg.integer().notNull(),
  lotId: pg.text("lot_id").notNull(),
  ticker: pg.text(),
  cusip: pg.text(),
  securityId: pg.text("security_id"),
  transCode: pg.text("trans_code"),
  termOfSale: pg.text("term_of_sale"),
  covered: pg.text(),
  costBasisIndicator: pg.text("cost_basis_indicator"),
  lotReliefStrategyIndicator: pg.text("lot_relief_strategy_indicator"),
  originatingTransactionId: pg.text("originating_transaction_id"),
  originatingSettledOn: pg.date("originating_settled_on"),
  originallyAcquiredOn: pg.date("originally_acquired_on"),
  acquiredOn: pg.date("acquired_on"),
  closingTransactionId: pg.text("closing_transaction_id"),
  closedOn: pg.date("closed_on"),
  closingSettledOn: pg.date("closing_settled_on"),
  costBasisOn: pg.date("cost_basis_on"),
  exOn: pg.date("ex_on"),
  shareQuantity: pg.numeric("share_quantity"),
  salePrice: pg.numeric("sale_price"),
  netSaleAmount: pg.numeric("net_sale_amount"),
  originalCostBasis: pg.numeric("original_cost_basis"),
  adjustedCostBasis: pg.numeric("adjusted_cost_basis"),
  disallowedLoss: pg.numeric("disallowed_loss"),
  reportableGainLoss: pg.numeric("reportable_gain_loss"),
  federalTaxWithholding: pg.numeric("federal_tax_withholding"),
  stateTaxWithholding: pg.numeric("state_tax_withholding"),
  withholdingState: pg.text("withholding_state"),
  foreignTaxWithholding: pg.numeric("foreign_tax_withholding"),
  withholdingCountry: pg.text("withholding_country"),
  statementTrail: pg.text("statement_trail"),
});

export const restriction = pg.pgTable("restriction", {
  id: pg.bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  accountNumber: ofAccount(),
  typeCode: pg.text("type_code").notNull(),
  reasonCode: pg.text("reason_code").notNull(),
  inceptionInfo: pg.text("inception_info"),
});

export const auditEntry = pg.pgTable("audit_entry", {
  id: pg.bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
  accountNumber: ofAccount(),
  apiUser: pg.text("api_user").notNull(),
  action: pg.text().notNull(),
  detail: pg.jsonb().notNull(),
});

export const accountRelations = relations(account, ({ many }) => ({
  beneficiaries: many(beneficiary),
  trustedContacts: many(trustedContact),
  exclusions: many(exclusion),
}));

const toAccount = <Table extends typeof beneficiary | typeof trustedContact | typeof exclusion>(
  table: Table,
) =>
  relations(table, ({ one }) => ({
    account: one(account, { fields: [table.accountNumber], references: [account.number] }),
  }));
export const beneficiaryRelations = toAccount(beneficiary);
export const trustedContactRelations = toAccount(trustedContact);
export const exclusionRelations = toAccount(exclusion);
