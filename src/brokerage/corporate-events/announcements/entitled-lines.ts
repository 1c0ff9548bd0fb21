// The lines of an event: who held at the opening of the entitlement day, and what each of them gets. (docs/corporate-events.md)
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Day } from "@bursar/values/dates";
import { compare, type Decimal, sum } from "@bursar/values/decimal";
import type { AccountNumber, FolioNumber, Id } from "@bursar/values/ids";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { selectBackupRates } from "../../../reference/backup-withholding/queries.ts";
import { type BackupRate, backupRateOn } from "../../../reference/backup-withholding/rates.ts";
import { accountTypes } from "../../../reference/codes.ts";
import { positionsBefore } from "../../books/account-books/reads.ts";
import {
  type EventTerms,
  encodeEntitlement,
  entitlementOf,
  type Holder,
  nothing,
  totalsOf,
  typesOfRows,
} from "../entitlements/reads.ts";
import { type Announced, entitledOn, isChoice, isPayout, termsOf } from "./announced.ts";
import {
  type ElectionRow,
  type HolderSettings,
  lastOfAll,
  type PossibleHolder,
  selectElections,
  selectFound,
  selectHolderSettings,
  selectPossibleHolder,
  selectPossibleHolders,
} from "./holder-queries.ts";
import { type LineRow, selectLinesBetween, selectSums, storeLines } from "./line-queries.ts";
import { selectEventSecurity } from "./queries.ts";

const accountsAtOnce = 500;

/** Why lines are held of accounts whose custodian books what events give. */
const ofCustodian = "custodian";

/** The notice of an event to each of its holders. */
export function notifIdOf(eventId: Id): string {
  return `E${eventId}`;
}

/** Lines of accounts up to a number. */
interface PageOfLines {
  readonly lines: readonly LineRow[];
  readonly until: string;
}

/** The lines of all who are entitled, in order of account, some at a time. */
async function* linesOf(db: Reader, event: Announced): AsyncGenerator<PageOfLines, void, void> {
  const setting = await settingOf(db, event);
  if (setting === undefined) return;
  for (let after = ""; ; ) {
    const page = { after, most: accountsAtOnce };
    const holders = await selectPossibleHolders(db, setting, page);
    const lines = await linesOfHolders(db, setting, holders);
    const isLast = holders.length < accountsAtOnce;
    const until = isLast ? lastOfAll : (holders.at(-1)?.accountNumber ?? lastOfAll);
    yield {
      lines: lines.filter(({ shares }) => compare(shares, "0" as Decimal) > 0),
      until,
    };
    if (isLast) return;
    after = until;
  }
}

/** The line of one account; of 0 shares where it is not entitled. */
export async function lineOf(
  db: Reader,
  event: Announced,
  accountNumber: AccountNumber,
): Promise<LineRow | undefined> {
  const setting = await settingOf(db, event);
  if (setting === undefined) return undefined;
  const holder = await selectPossibleHolder(db, accountNumber, setting);
  const [line] = await linesOfHolders(db, setting, [holder]);
  return line;
}

/** An event with what its lines are worked out by. */
interface Setting {
  readonly event: Announced;
  readonly terms: EventTerms;
  readonly securityId: Id;
  readonly day: Day;
  readonly rates: readonly BackupRate[];
}

async function settingOf(db: Reader, event: Announced): Promise<Setting | undefined> {
  const { securityId, terms } = event;
  const day = entitledOn(event);
  const into = terms.intoSecurityId ?? null;
  const factors = await selectEventSecurity(db, securityId, into);
  if (day === null || factors === undefined) return undefined;
  const rates = await selectBackupRates(db);
  return { event, terms: termsOf(event, factors), securityId, day, rates };
}

async function linesOfHolders(
  db: Reader,
  setting: Setting,
  holders: readonly PossibleHolder[],
): Promise<LineRow[]> {
  const { event, terms, securityId, day } = setting;
  const numbers = holders.map(({ accountNumber }) => accountNumber);
  if (numbers.length === 0) return [];
  const moved = holders.filter(({ isStill }) => !isStill).map(({ accountNumber }) => accountNumber);
  const notice = notifIdOf(event.eventId);
  const [settings, earlier, elections] = await Promise.all([
    selectHolderSettings(db, numbers, { securityId, day: terms.bookedOn }),
    positionsBefore(db, moved, { securityId, day }),
    isChoice(event) ? selectElections(db, numbers, notice) : [],
  ]);
  const known = new Map(settings.map((each) => [each.accountNumber, each]));
  const chosen = Map.groupBy(elections, ({ accountNumber }) => accountNumber);
  const lines = holders.flatMap((holder) => {
    const own = known.get(holder.accountNumber);
    const positions = earlier.get(holder.accountNumber) ?? holder.positions;
    if (own === undefined) return [];
    const held = holderOf(setting, own, {
      positions,
      elections: chosen.get(own.accountNumber) ?? [],
    });
    const entitled = entitlementOf(terms, held);
    const reason = entitled.undecided ?? (own.isBookedElsewhere ? ofCustodian : null);
    const line = newLine(event, holder, { entitled, reason }, positions);
    const notReinvested = whyCashStays(terms, own, positions);
    if (notReinvested === undefined) return [line];
    return [{ ...line, entitlement: { ...line.entitlement, notReinvested } }];
  });
  return withFound(db, setting, lines);
}

interface HeldByAccount {
  readonly positions: PossibleHolder["positions"];
  readonly elections: readonly ElectionRow[];
}

function holderOf(
  { terms, rates }: Setting,
  { accountNumber, accountType, isUnderBackup, isRestricted, isExcluded, folios }: HolderSettings,
  { positions, elections }: HeldByAccount,
): Holder {
  const cashFolio = `${accountNumber}01` as FolioNumber;
  const isTaxable = accountTypes.find(accountType)?.taxability === "taxable";
  return {
    folios: positions.map(({ folioNumber, shares }) => {
      const own = folios.find((folio) => folio.folioNumber === folioNumber);
      const isClosed = own?.isClosed ?? false;
      return {
        folioNumber,
        shares,
        reinvests: own?.reinvests === true && !isRestricted && !isExcluded && !isClosed,
        paysToAccount: own?.paysToAccount === true || isClosed,
      };
    }),
    cashFolio,
    ...(isUnderBackup && isTaxable && { backupRate: backupRateOn(terms.bookedOn, rates) }),
    elections,
    isBuyingRestricted: isRestricted,
  };
}

/** Why what folios would reinvest stays as cash; undefined where nothing keeps them from it. */
function whyCashStays(
  { kind, reinvestPrice }: EventTerms,
  { isRestricted, isExcluded, folios }: HolderSettings,
  positions: PossibleHolder["positions"],
): string | undefined {
  const isIncome = kind === "DIV" || kind === "INT" || kind === "CGD";
  const isWanted = folios.some(
    ({ folioNumber, reinvests, isClosed }) =>
      reinvests && !isClosed && positions.some((held) => held.folioNumber === folioNumber),
  );
  if (!isIncome || !isWanted) return undefined;
  if (isRestricted) return "The account is restricted.";
  if (isExcluded) return "The account excludes the security.";
  return reinvestPrice === undefined ? "The event has no reinvestPrice." : undefined;
}

/** The entitlement of an account, and why its line is held, if it is. */
interface Entitled {
  readonly entitled: ReturnType<typeof entitlementOf>;
  readonly reason: string | null;
}

function newLine(
  { eventId, version }: Announced,
  { accountNumber, factsVersion }: PossibleHolder,
  { entitled, reason: held }: Entitled,
  positions: PossibleHolder["positions"],
): LineRow {
  const isNothing = entitled.rows.length === 0 && entitled.undecided === undefined;
  const reason = isNothing ? null : held;
  const status = reason !== null ? "HELD" : isNothing ? "NONE" : "DUE";
  return {
    accountNumber,
    eventId,
    status,
    version,
    factsVersion,
    shares: sum(positions.map(({ shares }) => shares)),
    entitlement: encodeEntitlement(entitled),
    transactionIds: [],
    foundIds: [],
    reason,
    comment: null,
    differs: null,
    isDue: false,
  };
}

/** Lines of which the books have the rows already are found, not due. */
async function withFound(
  db: Reader,
  { event, terms, securityId }: Setting,
  lines: readonly LineRow[],
): Promise<LineRow[]> {
  const due = lines.filter(({ status }) => status === "DUE");
  const types = [...new Set(due.flatMap(({ entitlement }) => typesOfRows(entitlement)))];
  if (types.length === 0) return [...lines];
  const numbers = due.map(({ accountNumber }) => accountNumber);
  const exOn = isPayout(event.kind) ? event.exOn : null;
  const day = event.payOn ?? terms.bookedOn;
  const found = await selectFound(db, numbers, { securityId, types, exOn, day });
  const byAccount = Map.groupBy(found, ({ accountNumber }) => accountNumber);
  return lines.map((line) => {
    if (line.status !== "DUE") return line;
    // The entitlement of one account says nothing of another's: a component may come to no cent of it.
    const own = typesOfRows(line.entitlement).flatMap((type) =>
      (byAccount.get(line.accountNumber) ?? []).filter((row) => row.type === type),
    );
    if (own.length === 0) return line;
    const foundIds = own.map(({ transactionId }) => transactionId);
    return { ...line, status: "FOUND" as const, foundIds };
  });
}

/** How many lines there are, a digest of what they say, and their sums. */
export interface LinesDigest {
  readonly lines: string;
  readonly sha256: string;
  readonly totals: string | null;
}

/** The sums over the lines of an event, as JSON; null where it has none. */
export async function totalsText(db: Reader, event: Announced): Promise<string | null> {
  const sums = await selectSums(db, event.eventId);
  return sums === undefined ? null : JSON.stringify(totalsOf(sums, event.received));
}

/** Brings the lines of an event, whose lock is held, to its terms and to the facts of now: what is not booked is
 * replaced, but for what was held by hand or released; what is booked and would be another is due. */
export async function reviseLines(tx: Tx, event: Announced): Promise<LinesDigest> {
  const hash = createHash("sha256");
  let count = 0;
  const note = (lines: readonly LineRow[]) => {
    count += lines.length;
    for (const { accountNumber, status, shares, entitlement } of lines) {
      hash.update(`${accountNumber} ${status} ${shares} ${JSON.stringify(entitlement)}\n`);
    }
  };
  let last = "";
  for await (const { lines, until } of linesOf(tx, event)) {
    const stored = await selectLinesBetween(tx, event.eventId, { after: last, until });
    const revised = revisedLines(event, stored, lines);
    note(revised);
    storeLines(tx, revised);
    last = until;
  }
  const totals = await totalsText(tx, event);
  return { lines: String(count), sha256: hash.digest("hex"), totals };
}

/** Adds the lines of accounts that were entitled by facts that came later, and have none. */
export async function addLateLines(tx: Tx, event: Announced): Promise<void> {
  let last = "";
  for await (const { lines, until } of linesOf(tx, event)) {
    const stored = await selectLinesBetween(tx, event.eventId, { after: last, until });
    const known = new Set(stored.map(({ accountNumber }) => accountNumber));
    storeLines(
      tx,
      lines.filter(({ accountNumber }) => !known.has(accountNumber)),
    );
    last = until;
  }
}

export const noEntitlement = encodeEntitlement(nothing);

/** The line of one account brought to the facts of now: of an event that is not posted yet. */
export function revisedLine(event: Announced, was: LineRow | undefined, is: LineRow): LineRow {
  const [line] = was === undefined ? [is] : revisedLines(event, [was], [is]);
  return line ?? is;
}

function revisedLines(
  { version }: Announced,
  stored: readonly LineRow[],
  lines: readonly LineRow[],
): LineRow[] {
  const fresh = new Map(lines.map((line) => [line.accountNumber, line]));
  const known = new Map(stored.map((line) => [line.accountNumber, line]));
  const numbers = [...new Set([...known.keys(), ...fresh.keys()])].toSorted();
  return numbers.flatMap((number): LineRow[] => {
    const was = known.get(number);
    const is = fresh.get(number);
    if (was === undefined) return is === undefined ? [] : [is];
    const entitlement = is?.entitlement ?? noEntitlement;
    if (was.transactionIds.length > 0) {
      const isSame = isDeepStrictEqual(was.entitlement, entitlement);
      // Of one that would be the same somebody has taken back a row.
      const isTaken = isSame && was.differs !== null && isDeepStrictEqual(was.differs, entitlement);
      const differs = isSame && !isTaken ? null : entitlement;
      return [{ ...was, version, differs, isDue: !isSame, reason: null }];
    }
    if (is === undefined)
      return [{ ...was, status: "NONE", shares: "0.00000" as Decimal, entitlement, version }];
    return [asDecided(was, is)];
  });
}

/** A line worked out anew, as the operator decided of the one before: held by hand, or released. */
function asDecided({ status, comment, foundIds }: LineRow, is: LineRow): LineRow {
  if (status === "HELD" && comment !== null) return { ...is, status, comment };
  const isFound = is.status === "FOUND" && foundIds.length > 0;
  const isReleased = status === "DUE" && (isFound || is.reason === ofCustodian);
  return isReleased ? { ...is, status, comment, reason: null } : is;
}
