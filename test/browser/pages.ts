// Every page of the console, and who has it.
import type { Person } from "./browser.ts";

/** A page, opened as a person. */
export interface PageOf {
  readonly name: string;
  readonly path: string;
  readonly person: Person;
  /** The text of its first heading. */
  readonly title: string;
}

const adviser = (title: string) => ({ person: "adviser", title }) as const;

/** Each page as each caller. */
export const pages: readonly PageOf[] = [
  { name: "clients", path: "/accounts", person: "adviser", title: "Accounts" },
  { name: "firm", path: "/firm", person: "adviser", title: "Harbor Advisory" },
  { name: "firm-cash", path: "/firm/cash", person: "adviser", title: "Harbor Advisory" },
  {
    name: "tax-losses",
    path: "/firm/tax-losses",
    ...adviser("Harbor Advisory"),
  },
  { name: "account", path: "/accounts/RA00000001", person: "adviser", title: "Everyday" },
  {
    name: "activity",
    path: "/accounts/RA00000001/activity?range=10y&status=all",
    ...adviser("Everyday"),
  },
  { name: "lots", path: "/accounts/RA00000001/lots", person: "adviser", title: "Everyday" },
  { name: "life", path: "/accounts/RA00000006/life", person: "adviser", title: "Brokerage" },
  {
    name: "terms-of-account",
    path: "/accounts/RA00000002/life/terms",
    ...adviser("Rainy day IRA"),
  },
  { name: "moves", path: "/accounts/RA00000006/life/moves", ...adviser("Brokerage") },
  { name: "history", path: "/accounts/RA00000006/history", person: "adviser", title: "Brokerage" },
  { name: "person", path: "/people/ada.whitfield", ...adviser("Ada Whitfield") },
  { name: "securities", path: "/securities?show=held", ...adviser("Securities") },
  { name: "security", path: "/securities/601", person: "adviser", title: "Acme Corporation" },
  { name: "offers", path: "/offers", person: "adviser", title: "Offerings" },
  { name: "offer", path: "/offers/801", person: "adviser", title: "Redwood Robotics Notes" },
  { name: "new-offer", path: "/offers/new", person: "adviser", title: "New offering" },
  {
    name: "terms",
    path: "/offers/802/edit",
    person: "adviser",
    title: "Terms of Redwood Robotics Seed Units",
  },
  { name: "models", path: "/models", person: "adviser", title: "Models" },
  {
    name: "model",
    path: "/models/711",
    person: "adviser",
    title: "Harbor Balanced Growth and Income",
  },
  { name: "back-office", path: "/office", person: "adviser", title: "Back office" },
  { name: "loads", path: "/office/loads", person: "adviser", title: "Imports" },
  { name: "imports", path: "/office/imports", ...adviser("Custodian imports") },
  {
    name: "import",
    path: "/office/imports/4901",
    ...adviser("Closes with a day, a security and a price on each line"),
  },
  { name: "keys", path: "/office/keys", person: "adviser", title: "API keys" },
  { name: "staff", path: "/office/staff", person: "adviser", title: "Staff" },
  { name: "webhook", path: "/office/webhooks/4603", person: "adviser", title: "Webhook" },
  { name: "households", path: "/households", ...adviser("Households") },
  { name: "household", path: "/households/61", ...adviser("Whitfield") },
  {
    name: "household-tax-losses",
    path: "/households/61/tax-losses",
    ...adviser("Whitfield"),
  },
  {
    name: "household-activity",
    path: "/households/61/activity?range=10y&status=all",
    ...adviser("Whitfield"),
  },
  { name: "billing", path: "/billing", ...adviser("Billing") },
  {
    name: "fee-run",
    path: "/billing/4701",
    ...adviser("Advisory fees, period ending Sep 30, 2025"),
  },
  { name: "new-fee-run", path: "/billing/new", ...adviser("New fee run") },
  { name: "statements", path: "/statements", ...adviser("Statements") },
  { name: "new-statements", path: "/statements/new", ...adviser("New statement run") },
  { name: "fees", path: "/accounts/RA00000001/fees", ...adviser("Everyday") },
  { name: "documents", path: "/accounts/RA00000001/documents", ...adviser("Everyday") },
  { name: "home", path: "/home", person: "client", title: "Ada Whitfield" },
  { name: "accounts-of-client", path: "/accounts", person: "client", title: "Accounts" },
  { name: "account-of-client", path: "/accounts/RA00000001", person: "client", title: "Everyday" },
  {
    name: "lots-of-client",
    path: "/accounts/RA00000001/lots",
    person: "client",
    title: "Everyday",
  },
  {
    name: "life-of-client",
    path: "/accounts/RA00000001/life",
    person: "client",
    title: "Everyday",
  },
  {
    name: "terms-of-client",
    path: "/accounts/RA00000001/life/terms",
    person: "client",
    title: "Everyday",
  },
  {
    name: "moves-of-client",
    path: "/accounts/RA00000001/life/moves",
    person: "client",
    title: "Everyday",
  },
  {
    name: "history-of-client",
    path: "/accounts/RA00000001/history",
    person: "client",
    title: "Everyday",
  },
  {
    name: "household-of-client",
    path: "/households/61",
    person: "client",
    title: "Whitfield",
  },
  {
    name: "fees-of-client",
    path: "/accounts/RA00000001/fees",
    person: "client",
    title: "Everyday",
  },
  {
    name: "documents-of-client",
    path: "/accounts/RA00000001/documents",
    person: "client",
    title: "Everyday",
  },
  { name: "papers-of-client", path: "/documents", person: "client", title: "Documents" },
  { name: "offers-of-client", path: "/offers", person: "client", title: "Offerings" },
  {
    name: "offer-of-client",
    path: "/offers/801",
    person: "client",
    title: "Redwood Robotics Notes",
  },
  { name: "models-of-client", path: "/models", person: "client", title: "Models" },
  {
    name: "life-of-newcomer",
    path: "/accounts/RA00000007/life",
    person: "newcomer",
    title: "New account",
  },
  { name: "offers-of-issuer", path: "/offers", person: "issuer", title: "Offerings" },
  {
    name: "offer-of-issuer",
    path: "/offers/801",
    person: "issuer",
    title: "Redwood Robotics Notes",
  },
  { name: "back-office-of-issuer", path: "/office", person: "issuer", title: "Back office" },
  { name: "clients-of-operator", path: "/accounts", person: "operator", title: "Accounts" },
  { name: "firm-of-operator", path: "/firm", person: "operator", title: "Bursar Platform" },
  { name: "offers-of-operator", path: "/offers", person: "operator", title: "Offerings" },
  {
    name: "life-of-operator",
    path: "/accounts/RA00000008/life",
    person: "operator",
    title: "Home together",
  },
  {
    name: "offer-of-operator",
    path: "/offers/801",
    person: "operator",
    title: "Redwood Robotics Notes",
  },
  { name: "models-of-operator", path: "/models", person: "operator", title: "Models" },
  { name: "back-office-of-operator", path: "/office", person: "operator", title: "Back office" },
  { name: "loads-of-operator", path: "/office/loads", person: "operator", title: "Imports" },
  {
    name: "imports-of-operator",
    path: "/office/imports/1002",
    person: "operator",
    title: "Custodian imports",
  },
  { name: "service", path: "/office/service", person: "operator", title: "System status" },
  { name: "retention", path: "/office/retention", person: "operator", title: "Retention" },
  { name: "audit", path: "/office/audit", person: "operator", title: "Audit log" },
  { name: "keys-of-operator", path: "/office/keys", person: "operator", title: "API keys" },
  { name: "firms-of-staff", path: "/office/staff", person: "operator", title: "Staff" },
  { name: "staff-of-operator", path: "/office/staff/1002", person: "operator", title: "Staff" },
  { name: "households-of-operator", path: "/households", person: "operator", title: "Households" },
  {
    name: "documents-of-operator",
    path: "/accounts/RA00000001/documents",
    person: "operator",
    title: "Everyday",
  },
  { name: "firms-of-billing", path: "/billing", person: "operator", title: "Billing" },
  {
    name: "fee-run-of-operator",
    path: "/billing/1002/4701",
    person: "operator",
    title: "Advisory fees, period ending Sep 30, 2025",
  },
  { name: "firms-of-statements", path: "/statements", person: "operator", title: "Statements" },
  {
    name: "statements-of-operator",
    path: "/statements/1002",
    person: "operator",
    title: "Statements",
  },
  { name: "events", path: "/events", person: "operator", title: "Corporate events" },
  {
    name: "event",
    path: "/events/4302",
    person: "operator",
    title: "Cash dividend: Acme Corporation",
  },
  {
    name: "new-event",
    path: "/events/new",
    person: "operator",
    title: "New corporate event",
  },
  { name: "sandbox", path: "/sandbox", person: "operator", title: "Sandbox" },
];

/** Whether an address is one that pages read of the service; keys and staff are of the page alone, and the stream of
 * events is of the browser, whichever page it shows. */
export function isRead(address: string): boolean {
  return /^\/(restapi\/(?!events$)|console\/keys$|console\/firms\/\d+\/staff$)/.test(
    new URL(address).pathname,
  );
}
