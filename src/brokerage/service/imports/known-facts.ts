// Reads from the store what an import needs to know: people, accounts, securities and books.
import type { Profile, Reading } from "@bursar/custodian-files";
import { type Decimal, sameValue } from "@bursar/values/decimal";
import type { FolioNumber, Id } from "@bursar/values/ids";
import { places, unitsOf } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { firmAsCaller } from "../../clients-and-accounts/firms/reads.ts";
import { securitiesSeen } from "../../market/securities/reads.ts";
import { leftOut } from "./accounts-file.ts";
import type { HeldBefore } from "./day-order.ts";
import { selectAnswers } from "./import-queries.ts";
import type { KnownPeople } from "./match-accounts.ts";
import type { KnownSecurity, MatchedSecurities } from "./match-securities.ts";
import type { KnownBooks } from "./plan-bookings.ts";
import {
  selectClients,
  selectFoldedLogins,
  selectFolios,
  selectHeldShares,
  selectKnownRows,
  selectKnownSecurities,
  selectLastOrders,
  selectStoredCloses,
  selectWithHistory,
} from "./queries.ts";
import { type GivenAnswer, type QuestionSubject, subjects } from "./questions.ts";

/** The answers about a firm's files of a profile. */
export async function rememberedAnswers(
  db: Reader,
  firmOid: Id,
  { name }: Profile,
): Promise<GivenAnswer[]> {
  const rows = await selectAnswers(db, firmOid, name);
  return rows.flatMap((row) =>
    subjects.some((subject) => subject === row.about)
      ? [{ ...row, about: row.about as QuestionSubject }]
      : [],
  );
}

/** Every security. If a firm sends the files, private securities that the firm does not see are hidden, also from an
 * operator who runs the check: its result is shown to the firm. */
export async function knownSecurities(
  { db, vault }: Pick<WriteContext, "db" | "vault">,
  { firmOid, isByFirm }: { readonly firmOid: Id; readonly isByFirm: boolean },
): Promise<readonly KnownSecurity[]> {
  const stored = await selectKnownSecurities(db);
  const ids = stored.filter(({ isPrivate }) => isPrivate).map(({ securityId }) => securityId);
  if (!isByFirm || ids.length === 0) return stored;
  const firm = await firmAsCaller(db, vault, firmOid);
  const seen = firm === undefined ? new Set() : await securitiesSeen(db, firm, ids);
  return stored.map((each) => ({
    ...each,
    isHidden: each.isPrivate && !seen.has(each.securityId),
  }));
}

/** The accounts and clients of a firm, with the links that earlier imports have remembered. An account that is no
 * longer the firm's has no link: whose it is now is nothing to the firm. */
export async function knownPeople(
  db: Reader,
  firmOid: Id,
  remembered: readonly GivenAnswer[],
): Promise<KnownPeople> {
  const [folios, clients, logins] = await Promise.all([
    selectFolios(db, firmOid),
    selectClients(db, firmOid),
    selectFoldedLogins(db),
  ]);
  const ofAccounts = remembered.filter(({ about }) => about === "account");
  const own = new Map(folios.map((folio) => [folio.folioNumber as string, folio]));
  const links = ofAccounts.flatMap(({ word, answer }) => {
    const folio = own.get(answer);
    return folio === undefined ? [] : [[word, folio] as const];
  });
  const byAccount = Map.groupBy(folios, ({ accountNumber }) => accountNumber);
  return {
    firmOid,
    links: new Map(links),
    accounts: [...byAccount].map(([accountNumber, held]) => ({
      accountNumber,
      folioNumbers: held.map(({ folioNumber }): FolioNumber => folioNumber),
    })),
    clients,
    takenLogins: new Set(logins.map(({ login }) => login)),
    leftOut: new Set(ofAccounts.flatMap(({ word, answer }) => (answer === leftOut ? [word] : []))),
  };
}

/** The books of some accounts; `from` is the first day of the files. */
export async function knownBooks(
  db: Reader,
  accountNumbers: readonly string[],
  from: string,
): Promise<KnownBooks> {
  const [rows, history, held, orders] = await Promise.all([
    selectKnownRows(db, accountNumbers, from),
    selectWithHistory(db, accountNumbers),
    selectHeldShares(db, accountNumbers),
    selectLastOrders(db, accountNumbers, from),
  ]);
  const sharesOf = Map.groupBy(held, ({ accountNumber }) => accountNumber);
  const ordersOf = Map.groupBy(orders, ({ accountNumber }) => accountNumber);
  const before = accountNumbers.map((number): [string, HeldBefore] => {
    const shares = (sharesOf.get(number) ?? []).map(
      (row) => [row.securityId, unitsOf(row.shares as Decimal, places.shares)] as const,
    );
    const lastOrders = (ordersOf.get(number) ?? []).map(({ day, last }) => [day, last] as const);
    return [number, { shares: new Map(shares), lastOrders: new Map(lastOrders) }];
  });
  return {
    rows,
    withHistory: new Set(history.map(({ accountNumber }) => accountNumber)),
    held: new Map(before),
  };
}

/** Tells whether the store has a close of a day; with a close, whether it has that one. */
export type IsStoredClose = (securityId: Id, day: string, close?: Decimal) => boolean;

/** The stored closes of the securities and days of the files. */
export async function knownCloses(
  db: Reader,
  { prices, positions }: Pick<Reading, "prices" | "positions">,
  { idOf }: Pick<MatchedSecurities, "idOf">,
): Promise<IsStoredClose> {
  const rows = [...prices, ...positions];
  const ids = [...new Set(rows.flatMap(({ security }) => idOf(security) ?? []))];
  let from = "9999-12-31";
  let to = "0001-01-01";
  for (const { on } of rows) {
    if (on === undefined) continue;
    if (on < from) from = on;
    if (on > to) to = on;
  }
  if (ids.length === 0 || from > to) return () => false;
  const stored = await selectStoredCloses(db, ids, { from, to });
  const known = new Map(
    stored.map(({ securityId, date, close }) => [`${securityId} ${date}`, close]),
  );
  return (securityId, day, close) => {
    const found = known.get(`${securityId} ${day}`);
    if (found === undefined) return false;
    return close === undefined || sameValue(found as Decimal, close);
  };
}
