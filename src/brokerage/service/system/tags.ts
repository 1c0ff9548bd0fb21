// The resources as the contract groups its operations, in the order in which a reader meets them.

/** Every tag of a route with its description. */
export const tags = [
  { name: "Accounts", description: "Accounts with their owners, beneficiaries and exclusions." },
  { name: "Members", description: "Clients and staff of firms." },
  { name: "Trustees", description: "Who manages the accounts of trusts, and owns none." },
  { name: "Firms", description: "Corporate firms, which are clients of institutional ones." },
  { name: "Items for attention", description: "What needs a member's attention." },
  { name: "Billing plans", description: "The plans by which firms bill." },
  { name: "Agreements", description: "Customer agreements and their signatures." },
  { name: "Restrictions", description: "Restrictions on what an account may do." },
  { name: "Permissions", description: "What members may do with accounts they do not own." },
  { name: "Folios", description: "The parts of an account." },
  { name: "Positions", description: "What folios and accounts hold, at the last prices." },
  { name: "Activity", description: "What happened in folios and accounts." },
  { name: "Balances", description: "Cash by trade date and settlement, and what may be used." },
  { name: "Securities", description: "What can be held, how it is found, and its closes." },
  {
    name: "Tax lots",
    description: "Tax lots as they were reported, and as computed from the transactions.",
  },
  { name: "Tax forms", description: "Working copies of Forms 1099-B and 8949." },
  {
    name: "Performance",
    description: "Daily unit values, and the data from which they are computed.",
  },
  { name: "Audit entries", description: "What the changes of an account have recorded." },
  {
    name: "Reconciliations",
    description: "Breaks between custodians' statements and the books.",
  },
  { name: "Loads", description: "Files of records, loaded together or not at all." },
  { name: "Transfers", description: "Transfers of accounts from other institutions." },
  { name: "Corporate actions", description: "Corporate actions and their ballots." },
  { name: "Sweeps", description: "What time brings, done at once." },
  { name: "Cash deposits", description: "Where to mail a check, and where to send money." },
  { name: "Models", description: "Models that folios can be subscribed to." },
  {
    name: "Private placement offers",
    description: "Offers of private securities, and the documents that investors must view.",
  },
  {
    name: "Private placement orders",
    description: "Subscriptions of accounts to private placement offers.",
  },
  { name: "Simulation", description: "Requests of a sandbox, with a clock of its own." },
  { name: "Events", description: "What changes told, in one order; read or followed." },
  { name: "Webhooks", description: "Addresses to which events are sent, and what was sent." },
  { name: "Service", description: "How the service stands: its upkeep, its chains, oddities." },
] as const;
