// The place of each table when the store is distributed over the nodes of a cluster (ADR 18). A
// migration that makes a table adds it here; test/store-catalogue.test.ts fails until it does.

/** With its account, with other rows of its login, whole on every node, or on the coordinator. */
export type Place = "account" | "login" | "reference" | "local";

/** A table and its place. */
export interface TablePlace {
  readonly table: string;
  readonly place: Place;
  /** The column whose value decides on which node a row lies. */
  readonly column?: string;
}

function withAccount(column: "account_number" | "subject", ...tables: string[]): TablePlace[] {
  return tables.map((table) => ({ table, place: "account", column }));
}

function reference(...tables: string[]): TablePlace[] {
  return tables.map((table) => ({ table, place: "reference" }));
}

/** Every table; those that others refer to come before them. */
export const tablePlaces: readonly TablePlace[] = [
  // Tables that firms share: written rarely, read with any account.
  ...reference("firm", "member", "accreditation", "api_user", "api_credential", "sealed_version"),
  ...reference("billing_plan", "billing_plan_asset_fee", "billing_plan_split"),
  ...reference("security", "security_name", "security_price", "security_split", "check_address"),
  ...reference("exchange_day", "bank_day", "settlement_day", "settlement_period"),
  ...reference("corporate_event", "backup_withholding"),
  ...reference("offer", "offer_participating_firm", "offer_approval", "offer_document"),
  ...reference("offer_document_view"),
  ...reference("program"),
  ...reference("household", "fee_run", "statement_run", "disclosure"),
  ...reference("model", "model_target_weight", "model_version"),
  ...reference("contra_firm", "eft_instructions", "wire_instructions"),

  ...withAccount("account_number", "account", "account_owner", "account_permitted_login"),
  ...withAccount("account_number", "account_trustee"),
  ...withAccount("account_number", "household_account"),
  ...withAccount("account_number", "billing_term", "billing_exclusion"),
  ...withAccount("account_number", "fee_part", "fee_item", "fee_billed", "fee_payment"),
  ...withAccount("account_number", "beneficiary", "trusted_contact", "exclusion", "folio"),
  ...withAccount("account_number", "model_subscription"),
  ...withAccount("account_number", "customer_agreement", "item_for_attention", "restriction"),
  ...withAccount("account_number", "item_signature"),
  ...withAccount("account_number", "transfer", "transfer_history", "transfer_signature"),
  ...withAccount("account_number", "private_placement_order", "private_placement_order_document"),
  ...withAccount("account_number", "corporate_action", "corporate_action_doc"),
  ...withAccount("account_number", "corporate_action_question", "corporate_action_answer"),
  ...withAccount("account_number", "corporate_event_line"),
  ...withAccount("account_number", "reported_year", "reported_tax_lot", "earlier_reported_year"),
  ...withAccount("account_number", "reported_income_form"),
  ...withAccount("account_number", "unit_value", "unit_value_quarter", "performance_quarter"),
  ...withAccount("account_number", "account_transaction", "folio_valuation", "account_facts"),
  ...withAccount("account_number", "lot_book", "open_lot", "closed_lot"),
  ...withAccount("account_number", "folio_position", "folio_cash", "folio_cash_day"),
  ...withAccount("account_number", "reconciliation_break", "import_row"),
  // The subject of an account's records is its number, so that they are on the same node.
  ...withAccount("subject", "audit_entry", "audit_head", "idempotency_result", "used_signature"),
  ...withAccount("subject", "event", "event_pending"),
  // Documents likewise, next to the audit entries that have their hashes.
  ...withAccount("subject", "document", "document_content", "document_upload", "document_hold"),
  ...withAccount("subject", "document_reading", "document_delivery", "document_expiry"),
  ...withAccount("subject", "drawn_document", "delivery_choice"),

  ...withAccount("subject", "statement_item"),

  // The names of all accounts of one owner are compared with each other.
  { table: "account_name", place: "login", column: "login_id" },

  // The order of all events, of which there is one.
  { table: "event_position", place: "local" },
  // Their deliveries, in that order.
  { table: "webhook", place: "local" },
  { table: "webhook_delivery", place: "local" },
  // Sessions, looked up by an id alone.
  { table: "console_link", place: "local" },
  { table: "console_session", place: "local" },
  { table: "console_identity", place: "local" },

  // Loads, listed by firm.
  { table: "folder_load", place: "local" },
  // Imports and the answers to their questions, by firm.
  { table: "custodian_import", place: "local" },
  { table: "import_answer", place: "local" },
  { table: "prepared_import", place: "local" },
  { table: "prepared_import_file", place: "local" },

  // A sum of each firm: on every node, each signing would wait for all others, and for changes of firms.
  { table: "firm_stored_bytes", place: "local" },

  // The history of the store itself, read by no statement that reads anything else.
  { table: "migration", place: "local" },
  { table: "store_property", place: "local" },
];

/** The place of a table; undefined if the store has no such table. */
export function findTablePlace(table: string): TablePlace | undefined {
  return tablePlaces.find((each) => each.table === table);
}
