// The exceptions to the tidy rules, each with its reason. An unused exception fails, so the list contains only what
// is still needed.

/** Places that a rule leaves alone. */
export interface Exception {
  /** The rule's sentence. */
  readonly rule: string;
  /** The file, or the folder with its ending slash. */
  readonly path: string;
  /** The finding that is left alone; without it the whole file or folder is. */
  readonly what?: string;
  readonly reason: string;
}

function of(rule: string, reasons: Readonly<Record<string, string>>): Exception[] {
  return Object.entries(reasons).map(([place, reason]) => {
    const [path = "", what] = place.split(": ");
    return { rule, path, ...(what === undefined ? {} : { what }), reason };
  });
}

/** Every exception: a path, or a path and what is found there, with its reason. */
export const exceptions: readonly Exception[] = [
  ...of("no object of a request has a getter", {
    "src/platform/http/contract/named-shapes.ts": "one object, made when the contract is",
  }),
  ...of("no amount is multiplied, divided or compared as a double", {
    "packages/tax-lots/src/facts/calendar.ts": "days, months and years",
    "packages/tax-lots/src/results/tax-lot-id.ts": "sizes and places of a hash table",
    "packages/tax-lots/src/shelf/pending-loss.ts: pending.start * 2": "a place in a queue",
    "packages/performance/src/money-weighted.ts: (rest - (rest % 2)) / 2": "a number of days",
    "packages/performance/src/money-weighted.ts: rest % 2": "a number of days",
    "packages/performance/src/prices.ts: step *= 2": "a step through a list",
    "packages/performance/src/prices.ts: step /= 2": "a step through a list",
    "src/brokerage/clients-and-accounts/accounts/rules.ts: -18 * 12": "a number of months",
    "src/brokerage/books/tax-forms/form-as-pdf.ts": "places on a page; amounts are texts there",
    "src/brokerage/documents/bills/draw-bill.ts": "places on a page",
    "src/brokerage/documents/performance-reports/draw-growth.ts": "places on a page",
    "src/brokerage/documents/performance-reports/draw-report.ts": "places on a page",
    "src/brokerage/documents/statements/draw-first-page.ts": "places on a page",
    "src/brokerage/documents/statements/draw-month-ends.ts": "places on a page",
  }),
  ...of("no amount becomes a number", {
    "src/brokerage/books/activity/asked-filter.ts: Number(query.limit ?? usualLimit)":
      "a number of entries",
    "src/brokerage/service/events/list-events.ts: Number(query.limit ?? 100)": "a number of events",
    "src/brokerage/documents/performance-reports/draw-growth.ts": "a place on a page",
    "src/brokerage/documents/statements/draw-month-ends.ts": "the height of a bar",
    "src/brokerage/documents/statement-runs/create-statement-run.ts: Number(sent.months)":
      "a number of months",
    "src/brokerage/service/system/verify-chains.ts: Number(limit ?? 100)": "a number of chains",
    "src/brokerage/service/sandbox/move-clock.ts: Number(daysAhead)": "a number of days",
    "src/brokerage/service/sandbox/routes.ts: Number(request.body.days)": "a number of days",
  }),
  ...of("no amount is rounded or computed with Math", {
    "packages/tax-lots/src/results/tax-lot-id.ts": "a place of a hash table",
    "packages/tax-lots/src/facts/calendar.ts": "leap days",
    "src/brokerage/books/tax-forms/form-as-pdf.ts": "a number of pages",
  }),
  ...of("no message says `1 accounts`", {
    "src/cli/load-differences.ts:  lots, ": "open or closed lots",
    "src/platform/store/connection-count.ts:  connections, with those of loads, ": "always several",
  }),
  ...of("time is an argument", {
    "packages/client/src/surroundings.ts": "gives the client its clock",
    "src/platform/process/clock.ts": "is the clock of the process",
    "src/cli/": "a command runs now",
    "src/platform/bulk/apply/load-folder.ts": "measures how long a load took",
    "src/platform/store/embedded/end-of-postgres.ts": "waits for another process",
  }),
  ...of("randomness is an argument", {
    "packages/client/src/surroundings.ts": "gives the client its randomness",
    "src/cli/": "gives a command its randomness",
    "src/platform/process/random.ts": "gives the process its randomness",
    "src/platform/keys/": "draws keys and nonces, which no caller may choose",
    "src/platform/store/embedded/": "draws passwords and lock markers",
  }),
  ...of("SQL is written in queries", {
    "src/platform/store/": "is the store: roles, migrations, locks, transactions",
    "src/platform/bulk/": "makes its statements from the declarations of record kinds",
    "src/platform/maintenance/": "copies the whole store by its catalogue",
    "src/platform/change/audit.ts": "has all of the audit chain in one file",
    "src/platform/change/audit-checkpoint.ts": "has all of the checkpoint in one file",
    "src/platform/change/idempotency.ts":
      "has all of stored responses and used signatures in one file",
    "src/platform/keys/master-key.ts": "has all of the check of the master key in one file",
    "src/brokerage/books/tax-lots/lot-fields.ts": "columns of two queries",
  }),
  ...of("SQL is never plain text", {
    "src/platform/store/": "names roles and databases, which cannot be parameters and are quoted",
    "src/platform/maintenance/": "names tables and columns by the store's own catalogue, quoted",
  }),
  ...of("only the store uses the driver", {
    "src/platform/store/": "is the store",
    "src/platform/bulk/kinds/load-sql.ts": "sends parts, and copies rows into tables",
    "src/platform/maintenance/empty-sandbox.ts": "empties a store in a transaction of its own",
    "src/platform/maintenance/restore-backup.ts":
      "fills an empty store in a transaction of its own",
    "src/platform/maintenance/write-backup.ts": "copies tables into a file",
  }),
  ...of("what changes or locks rows takes a transaction", {
    "src/platform/keys/master-key.ts": "stores the check of the master key",
    "src/platform/store/leader.ts": "counts terms on the connection that holds the lead",
    "src/platform/store/migrate.ts": "changes tables, and records the applied migrations",
    "src/platform/maintenance/empty-sandbox.ts": "empties a store in a transaction of its own",
    "src/platform/maintenance/restore-backup.ts":
      "fills an empty store in a transaction of its own",
  }),
  ...of("only write() opens a transaction", {
    "src/platform/change/write.ts": "is the one door",
    "src/platform/change/rehearsal.ts": "commits nothing",
    "src/platform/change/housekeeping.ts": "removes expired keys and signatures",
    "src/platform/feed/publisher.ts": "gives events their positions, which changes no data",
    "src/platform/keys/master-key.ts": "stores the check of the master key",
    "src/platform/store/db.ts": "defines it",
    "src/platform/store/transaction.ts": "defines it",
    "src/platform/maintenance/last-backup.ts":
      "records when the store was backed up, which changes no data",
    "src/platform/store/leader.ts": "adds the check of the term to a leader's transactions",
    "src/platform/change/term-context.ts": "gives write() the transactions of a leader's term",
    "src/brokerage/service/sign-in/sessions.ts":
      "notes that a session is used, which changes no data",
    "src/brokerage/service/webhooks/collect-events.ts": "makes deliveries, which changes no data",
    "src/brokerage/service/webhooks/deliver-due.ts": "stores what became of deliveries",
    "src/brokerage/service/webhooks/run-deliverer.ts": "removes old deliveries",
    "src/platform/store/migrate.ts": "changes tables, not their rows",
    "src/platform/store/distributed/snapshot-read.ts": "only reads",
    "src/platform/store/distributed/distribute.ts": "places tables, and changes none of their rows",
    "src/platform/maintenance/empty-sandbox.ts": "removes the audit log with everything else",
    "src/platform/maintenance/restore-backup.ts": "restores the audit log with everything else",
  }),
];
