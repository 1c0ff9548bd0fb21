// Pages that stand below those of the navigation, for the search: by their names and by what they are looked for.
import type { Session } from "../data/session.ts";
import type { Way } from "../parts/way.ts";
import { isAdministrator, mayLoad } from "./back-office/rights.ts";

const ofFirm: readonly Way[] = [
  { path: "/firm/cash", name: "Cash by account", icon: "firm", words: "overdrawn balances" },
  {
    path: "/firm/tax-losses",
    name: "Tax-loss harvesting",
    icon: "firm",
    words: "losses candidates wash sale",
  },
  { path: "/office", name: "Open breaks", icon: "office", words: "reconciliation custodian" },
];

const ofLoads: readonly Way[] = [
  { path: "/office/loads", name: "Imports", icon: "file", words: "loads csv files" },
  {
    path: "/office/imports",
    name: "Custodian imports",
    icon: "file",
    words: "reconciliation files",
  },
];

const ofAdministrators: readonly Way[] = [
  { path: "/office/keys", name: "API keys", icon: "lock", words: "tokens" },
  {
    path: "/office/staff",
    name: "Staff",
    icon: "person",
    words: "users sign-in links sessions revoke access",
  },
];

const ofOperator: readonly Way[] = [
  {
    path: "/office/service",
    name: "System status",
    icon: "office",
    words: "scheduled jobs overdue backup database valuation",
  },
  { path: "/office/audit", name: "Audit log", icon: "search", words: "history who changes" },
  { path: "/office/retention", name: "Retention", icon: "file", words: "legal hold documents" },
];

/** The pages below that a user has. */
export function subPages(person: Session): readonly Way[] {
  return [
    ...(person.kind === "institutional" || person.kind === "operator" ? ofFirm : []),
    ...(mayLoad(person) ? ofLoads : []),
    ...(isAdministrator(person) ? ofAdministrators : []),
    ...(person.kind === "operator" ? ofOperator : []),
  ];
}
