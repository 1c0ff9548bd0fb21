// The account that each account of the files stands for: one that was linked before, one that the file of accounts
// names, or a new one with its owners. Pure: facts in, links, records and questions out.
import type { AccountSeen } from "@bursar/custodian-files";
import type { AccountNumber, FolioNumber, Id } from "@bursar/values/ids";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import { type AccountRow, leftOut, splitName } from "./accounts-file.ts";
import type { ImportQuestion } from "./questions.ts";

/** The account and folio of the books that a custodian's account is. */
export interface AccountLink {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly isNew: boolean;
}

/** An account of the firm, with the folios that may hold securities. */
export interface KnownAccount {
  readonly accountNumber: AccountNumber;
  readonly folioNumbers: readonly FolioNumber[];
}

/** A client of the firm. */
export interface KnownClient {
  readonly loginId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string | null;
}

/** By what an owner of a new account was found among the clients of the firm, if at all. */
export const ownerMatches = ["new", "loginId", "nameAndBirthDate", "name"] as const;

/** An owner of a new account. */
export interface MatchedOwner {
  readonly custodianAccount: string;
  readonly client: KnownClient;
  readonly matchedBy: (typeof ownerMatches)[number];
}

/** The accounts and people that the store has. */
export interface KnownPeople {
  readonly firmOid: Id;
  /** By the custodian's account. */
  readonly links: ReadonlyMap<string, Omit<AccountLink, "isNew">>;
  readonly accounts: readonly KnownAccount[];
  readonly clients: readonly KnownClient[];
  /** Login ids of all firms, folded. */
  readonly takenLogins: ReadonlySet<string>;
  /** Accounts that a person has left out of an earlier import. */
  readonly leftOut: ReadonlySet<string>;
}

/** The draws and decisions for new records. */
export interface NewRecords {
  readonly drawAccountNumber: () => string;
  readonly newId: () => Id;
  /** The state of the identity of new clients. */
  readonly cipStatus: string;
  /** The first day of each account's facts, where a row states no day of opening. */
  readonly firstDays: ReadonlyMap<string, string>;
}

/** A record of a kind that is loaded, with the file and line from which it comes. */
export interface NewRecord {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly line: number;
}

/** The accounts of an import. */
export interface MatchedAccounts {
  readonly links: ReadonlyMap<string, AccountLink>;
  readonly leftOut: ReadonlySet<string>;
  readonly owners: readonly MatchedOwner[];
  readonly members: readonly NewRecord[];
  readonly accounts: readonly NewRecord[];
  readonly folios: readonly NewRecord[];
  readonly questions: readonly ImportQuestion[];
  /** The accounts that neither the store nor the file of accounts knows. */
  readonly open: readonly AccountSeen[];
  readonly problems: readonly LoadProblem[];
}

interface Matching {
  readonly known: KnownPeople;
  readonly fresh: NewRecords;
  readonly file: string;
  readonly people: KnownClient[];
  readonly logins: Set<string>;
  readonly links: Map<string, AccountLink>;
  readonly leftOut: Set<string>;
  readonly owners: MatchedOwner[];
  readonly members: NewRecord[];
  readonly accounts: NewRecord[];
  readonly folios: NewRecord[];
  readonly questions: ImportQuestion[];
  readonly open: AccountSeen[];
  readonly problems: LoadProblem[];
}

/** Links the accounts that files name; `file` is the name of the file of accounts. */
export function matchAccounts(
  seen: readonly AccountSeen[],
  { file, rows }: { readonly file: string; readonly rows: readonly AccountRow[] },
  known: KnownPeople,
  fresh: NewRecords,
): MatchedAccounts {
  const matching: Matching = {
    known,
    fresh,
    file,
    people: [...known.clients],
    logins: new Set(known.takenLogins),
    links: new Map(),
    leftOut: new Set(),
    owners: [],
    members: [],
    accounts: [],
    folios: [],
    questions: [],
    open: [],
    problems: [],
  };
  const stated = Map.groupBy(rows, ({ custodianAccount }) => custodianAccount);
  const named = Map.groupBy(seen, ({ account }) => account);
  for (const [account, places] of named) {
    // Not every file says whose an account is.
    const first = places.find(({ owner }) => owner !== undefined) ?? places[0];
    if (first !== undefined) matchAccount(matching, first, stated.get(account) ?? []);
  }
  return matching;
}

function matchAccount(
  matching: Matching,
  seen: AccountSeen,
  rows: readonly [AccountRow, ...AccountRow[]] | readonly AccountRow[],
): void {
  const { known, links } = matching;
  const { account } = seen;
  const [row] = rows;
  const before = known.links.get(account);
  if (row?.accountNumber === leftOut || (row === undefined && known.leftOut.has(account))) {
    matching.leftOut.add(account);
  } else if (row?.accountNumber !== undefined) linkStored(matching, row);
  else if (before !== undefined) links.set(account, { ...before, isNew: false });
  else if (row !== undefined) openAccount(matching, rows, row);
  else askForAccount(matching, seen);
}

/** A stored account that a row names. */
function linkStored({ known, links, problems, file }: Matching, row: AccountRow): void {
  const { custodianAccount, accountNumber = "", folioNumber, line } = row;
  const note = (column: string, value: string, reason: string, cure?: string) =>
    problems.push({ file, line, column, value, reason, ...(cure && { cure }) });
  const before = known.links.get(custodianAccount);
  if (before !== undefined && before.accountNumber !== accountNumber) {
    const reason = `An earlier import has linked ${custodianAccount} with ${before.accountNumber}.`;
    note("accountNumber", accountNumber, reason);
    return;
  }
  const account = known.accounts.find((each) => each.accountNumber === accountNumber);
  if (account === undefined) {
    note("accountNumber", accountNumber, "The firm has no such account.");
    return;
  }
  const choice = account.folioNumbers.filter((each) => !folioNumber || each === folioNumber);
  const [folio, ...others] = choice;
  if (folio === undefined) note("folioNumber", folioNumber ?? "", "The account has no such folio.");
  else if (others.length > 0) {
    const cure = `write one of ${choice.join(", ")}`;
    note("folioNumber", "", "The account has several folios.", cure);
  } else links.set(custodianAccount, { accountNumber, folioNumber: folio, isNew: false });
}

/** A new account, of which each row states an owner. */
function openAccount(matching: Matching, rows: readonly AccountRow[], row: AccountRow): void {
  const { fresh, file, problems } = matching;
  const { custodianAccount, line, accountType, accountName } = row;
  if (accountType === undefined) {
    const reason = "A new account has a registration type.";
    problems.push({ file, line, column: "accountType", reason, cure: "write a code such as I" });
  }
  const openedOn = row.openedOn ?? fresh.firstDays.get(custodianAccount);
  if (openedOn === undefined) {
    problems.push({ file, line, column: "openedOn", reason: "A new account has its first day." });
  }
  const owners = rows.flatMap((each) => ownerOf(matching, each));
  if (owners.length < rows.length) return;
  const accountNumber = fresh.drawAccountNumber();
  const place = { file, line };
  matching.accounts.push({
    ...place,
    fields: {
      accountNumber,
      accountName: accountName ?? custodianAccount.slice(-16).trim(),
      accountType,
      owners,
      openedOn,
    },
  });
  const folio = (digits: string, folioName: string, folioType: string) => ({
    ...place,
    fields: { accountNumber, folioNumber: `${accountNumber}${digits}`, folioName, folioType },
  });
  matching.folios.push(folio("01", "Cash", "cash"), folio("03", "Investments", "folio"));
  const folioNumber = `${accountNumber}03`;
  matching.links.set(custodianAccount, { accountNumber, folioNumber, isNew: true });
}

/** The login id of an owner: of the client with this login, or with this name and birth date, or of a new one. */
function ownerOf(matching: Matching, row: AccountRow): string[] {
  const { people, file, problems } = matching;
  const { custodianAccount, line, loginId, firstName = "", lastName = "", dateOfBirth } = row;
  const found = (client: KnownClient, matchedBy: MatchedOwner["matchedBy"]) => {
    matching.owners.push({ custodianAccount, client, matchedBy });
    return [client.loginId];
  };
  if (loginId !== undefined) {
    const known = people.find((client) => client.loginId === loginId);
    if (known !== undefined) return found(known, "loginId");
    if (firstName === "" || lastName === "") {
      const reason = "The firm has no such client; a new one has a first and a last name.";
      problems.push({ file, line, column: "loginId", value: loginId, reason });
      return [];
    }
  }
  if (lastName === "" || firstName === "") {
    const reason = "A new account has an owner: a first and a last name, or a login id.";
    problems.push({ file, line, column: firstName === "" ? "firstName" : "lastName", reason });
    return [];
  }
  const alike = people.filter(
    (client) =>
      folded(client.firstName) === folded(firstName) &&
      folded(client.lastName) === folded(lastName),
  );
  const same = alike.filter((client) => client.dateOfBirth === (dateOfBirth ?? null));
  const [only, ...others] = dateOfBirth === undefined ? alike : same;
  if (loginId === undefined && only !== undefined) {
    if (others.length === 0) {
      return found(only, dateOfBirth === undefined ? "name" : "nameAndBirthDate");
    }
    askForOwner(matching, row, [only, ...others]);
    return [];
  }
  // A client who has the name and another birth date, or none, could be the same.
  const unsure = alike.filter((client) => client.dateOfBirth === null);
  if (loginId === undefined && unsure.length > 0) {
    askForOwner(matching, row, unsure);
    return [];
  }
  return found(addClient(matching, row, { firstName, lastName }), "new");
}

function addClient(
  { known, fresh, file, people, logins, members }: Matching,
  { line, dateOfBirth, loginId: wanted }: AccountRow,
  { firstName, lastName }: Pick<KnownClient, "firstName" | "lastName">,
): KnownClient {
  const loginId = wanted ?? freeLogin(`${firstName}.${lastName}`, logins);
  logins.add(loginId.toLowerCase());
  const client = { loginId, firstName, lastName, dateOfBirth: dateOfBirth ?? null };
  people.push(client);
  members.push({
    file,
    line,
    fields: {
      loginId,
      memberOid: fresh.newId(),
      firmOid: known.firmOid,
      membershipType: "client",
      firstName,
      lastName,
      dateOfBirth,
      cipStatus: fresh.cipStatus,
    },
  });
  return client;
}

function freeLogin(name: string, taken: ReadonlySet<string>): string {
  const base =
    folded(name)
      .replaceAll(/[^a-z0-9.]+/g, "")
      .slice(0, 40) || "client";
  for (let number = 1; ; number += 1) {
    const login = number === 1 ? base : `${base}${number}`;
    if (!taken.has(login)) return login;
  }
}

/** A name without accents and case, as two files may write it. */
function folded(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .trim();
}

function askForAccount({ questions, open, people }: Matching, seen: AccountSeen): void {
  open.push(seen);
  const { account: word, owner = "", file, line } = seen;
  const { firstName, lastName } = splitName(owner);
  const alike = people.filter(
    (client) =>
      folded(client.lastName) === folded(lastName) &&
      folded(client.firstName) === folded(firstName),
  );
  const logins = alike.map(({ loginId }) => loginId).join(", ");
  const example = logins === "" ? owner : `${owner}: perhaps of ${logins}`;
  questions.push({ about: "account", word, file, line, count: 1, example, choices: [] });
}

function askForOwner(
  { questions, file }: Matching,
  { custodianAccount, firstName, lastName, line }: AccountRow,
  alike: readonly KnownClient[],
): void {
  const born = (client: KnownClient) =>
    `${client.loginId}, born ${client.dateOfBirth ?? "on a day that is not known"}`;
  questions.push({
    about: "owner",
    word: `${firstName} ${lastName}`,
    file,
    line,
    count: 1,
    example: `${custodianAccount}: ${alike.map(born).join("; ")}; write the loginId, also of a new client`,
    choices: [],
  });
}
