// Reading what a caller may see in one round trip: the first statement decides access as well.
import { AssertionError } from "node:assert/strict";
import { forbidden } from "../../values/problem.ts";
import type { Database, Reader } from "./db.ts";
import { nameText, type Statement, shifted } from "./sql.ts";
import { divisionByZero, sqlState } from "./store-error.ts";

/** A reader that returns nothing before its caller is known to have access. */
export interface GuardedReader extends Reader {
  /** Whether access is known to be granted. */
  isGranted(): boolean;
  /** Settles once access is decided; throws a 403 `Refusal` where it is denied. */
  granted(): Promise<void>;
  /** The same in a transaction: where access is denied, what is sent behind it fails as well. */
  grantedIn(tx: Reader): Promise<void>;
}

/** The store for a request that only reads: it opens no transaction, so that it cannot write. */
export function onlyReads(db: Database): Database {
  const transaction = async () => {
    throw new AssertionError({ message: "a read that writes is declared so by its route" });
  };
  const reads: Database = { ...db, transaction, forLoads: { ...db.forLoads, transaction } };
  return reads;
}

/** The same store, whose answers may have megabytes. */
export function largeReads(db: Database): Database {
  const rows = <Row>(statement: Statement<Row>) => db.rows({ ...statement, isLarge: true });
  return { ...db, rows, first: async (statement) => (await rows(statement))[0] };
}

/** Guards a reader by a statement that selects a row if the caller has access; where it is decided by
 * itself, `deciding` is asked. */
export function guardReads(
  db: Reader,
  access: Statement<unknown>,
  deciding: Reader = db,
): GuardedReader {
  let isGranted = false;
  let decision: Promise<void> | undefined;
  let failure: unknown;

  async function decide(): Promise<void> {
    if ((await deciding.first(access)) === undefined) throw forbidden();
    isGranted = true;
  }

  const deny = () => {
    failure = forbidden();
    return failure;
  };

  const granted = async () => {
    if (isGranted) return;
    if (failure !== undefined) throw failure;
    decision ??= decide();
    await decision;
  };

  const grantedIn = async (tx: Reader) => {
    // Each time: access may have been taken away since another transaction. Nor is a denial kept: what
    // others of its transaction have sent may be what failed.
    await tx.rows(demanded(access)).catch((error: unknown) => {
      throw sqlState(error) === divisionByZero ? forbidden() : error;
    });
    isGranted = true;
  };

  async function rows<Row>(statement: Statement<Row>): Promise<Row[]> {
    if (isGranted) return db.rows(statement);
    const found = await db.rows(guarded(statement, access)).catch((error: unknown) => {
      failure = error;
      throw error;
    });
    if (found.length > 0) isGranted = true;
    // No row: there is none, or access is denied. What a replica lacks the primary may have.
    else if (statement.hasRow && deciding === db) throw deny();
    else await granted();
    return found;
  }

  const first = async <Row>(statement: Statement<Row>) => (await rows(statement))[0];
  return { rows, first, isGranted: () => isGranted, granted, grantedIn };
}

/** A statement that has a row for each subject of its access rule; a refusal then needs no other. */
export function withRow<Row>(statement: Statement<Row>): Statement<Row> {
  return { ...statement, hasRow: true };
}

/** The same statement, which returns its rows if the other one returns any. */
export function guarded<Row>(
  statement: Statement<Row>,
  access: Statement<unknown>,
): Statement<Row> {
  const values = [...statement.values, ...access.values];
  const key = `${statement.name} ${access.name}`;
  let known = combined.get(key);
  if (known === undefined) {
    const mayRead = shifted(access.text, statement.values.length);
    known = nameText(
      `select data.* from (${inItsOrder(statement.text)}) as data where exists (${mayRead})`,
    );
    combined.set(key, known);
  }
  return { ...known, values };
}

/** A statement that divides by zero unless the other one, which has one row at most, returns it. */
function demanded(access: Statement<unknown>): Statement<unknown> {
  const known =
    combined.get(access.name) ?? nameText(`select 1 / count(*) from (${access.text}) as allowed`);
  combined.set(access.name, known);
  return { ...known, values: access.values };
}

/** The coordinator of a spread store would forget the order of a query inside another one whose rows lie
 * on several nodes, unless it has a limit or an offset. */
function inItsOrder(text: string): string {
  return /\border by\b/.test(text) && !/\boffset\b/.test(text) ? `${text} offset 0` : text;
}

// As many as there are access rules in the code, and pairs of a statement and a rule.
const combined = new Map<string, Pick<Statement<unknown>, "name" | "text">>();
