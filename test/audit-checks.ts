// Checks of every audit entry: it has the shape that its operation declares, and the entries of an account or an
// offer agree with its response.
import { globSync } from "node:fs";
import { join } from "node:path";
import { isAccountNumber } from "@bursar/values/ids";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { accountAfter } from "../src/brokerage/clients-and-accounts/accounts/account-at.ts";
import {
  fieldsOf,
  getAccount,
} from "../src/brokerage/clients-and-accounts/accounts/get-account.ts";
import { encodeRestriction } from "../src/brokerage/clients-and-accounts/restrictions/get-restriction.ts";
import { selectRestrictionsInForce } from "../src/brokerage/clients-and-accounts/restrictions/queries.ts";
import { getOffer } from "../src/brokerage/placements/offers/get-offer.ts";
import { hasState, stateAt } from "../src/brokerage/service/audit-entries/state-at.ts";
import { loadOrder } from "../src/loading/load-order.ts";
import { type LoadKind, tableColumns } from "../src/platform/bulk/load-kind.ts";
import { selectAuditEntries } from "../src/platform/change/audit.ts";
import type { StoredEntry } from "../src/platform/change/audit-chain.ts";
import type { EntryShape } from "../src/platform/change/audit-entry.ts";
import { decodeChange } from "../src/platform/change/audited-change.ts";
import type { Context } from "../src/platform/change/context.ts";
import { type Database, sql } from "../src/platform/store/db.ts";
import { Type } from "../src/values/type.ts";
import { madeUp } from "./any-entry.ts";
import { root } from "./source-files.ts";

/** The shapes that the service declares, by operation. */
export async function declaredEntries(): Promise<ReadonlyMap<string, EntryShape>> {
  const paths = globSync("src/**/entries.ts", { cwd: root });
  const modules = await Promise.all(
    paths.map(async (path) => (await import(join(root, path))) as Record<string, EntryShape>),
  );
  const shapes = modules.flatMap((module) => Object.values(module));
  return new Map(shapes.map((shape) => [shape.operation, shape]));
}

/** A shape against which tests check entries: no object may have an undeclared field. */
function strict(schema: TSchema): TSchema {
  if (Array.isArray(schema)) return schema.map(strict) as unknown as TSchema;
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.entries(schema).map(([name, of]) => [name, strict(of as TSchema)]);
  const closed = "properties" in schema ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(inner), ...closed };
}

let validators: Promise<ReadonlyMap<string, Validator>> | undefined;

function validatorsByOperation(): Promise<ReadonlyMap<string, Validator>> {
  validators ??= declaredEntries().then(
    (shapes) =>
      new Map([...shapes].map(([operation, { note }]) => [operation, Compile(strict(note))])),
  );
  return validators;
}

type Note = Partial<
  Readonly<Record<"before" | "after" | "detail", Readonly<Record<string, unknown>>>>
>;

/** Faults of the shape of an entry. */
export async function shapeFaults(entry: Omit<StoredEntry, "mac">): Promise<string[]> {
  const { subject, operation, detail } = entry;
  const validator = (await validatorsByOperation()).get(operation);
  if (validator === undefined) {
    return madeUp.has(operation) ? [] : [`${operation} is declared in no entries.ts`];
  }
  const recorded = JSON.parse(detail) as Note;
  const faults = validator
    .Errors({ subject, ...recorded })
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
  if (operation === "loadFolder") faults.push(...loadFaults(recorded));
  else if (recorded.before && recorded.after && /^update/.test(operation)) {
    const [was, is] = [recorded.before, recorded.after].map((fields) =>
      Object.keys(fields).toSorted(),
    );
    if (String(was) !== String(is)) faults.push(`has ${was} as before, ${is} as after`);
  }
  return faults.map((fault) => `${operation} of ${subject}: ${fault}`);
}

type Row = Readonly<Record<string, unknown>>;

function loadFaults({ before = {}, after = {}, detail = {} }: Note): string[] {
  const kindOf = (name: string) => loadOrder.find((each) => each.name === name);
  const ofRows = Object.keys({ ...before, ...after }).flatMap((name) => {
    if (name === "imports") return [after[name]].flat().flatMap(importFaults);
    const kind = kindOf(name);
    if (kind === undefined) return [`${name} is no kind of record`];
    const [was, is] = [before[name] ?? [], after[name] ?? []] as [(Row | null)[], (Row | null)[]];
    if (was.length !== is.length) return [`${name}: ${was.length} before, ${is.length} after`];
    return is.flatMap((row, index) => {
      // A withdrawn row has nothing after.
      const of = row ?? was[index];
      return of ? rowFaults(kind, of, was[index] === null) : [`${name} has nothing of a row`];
    });
  });
  const ofSummaries = Object.entries(detail).flatMap(([name, summary]) => {
    const hasKeys = "keys" in (summary as object);
    return hasKeys === (kindOf(name)?.audit === "keys") ? [] : [`${name} has or lacks keys`];
  });
  return [...ofRows, ...ofSummaries];
}

const count = Type.String({ pattern: "^\\d+$" });
const importRows = Compile(
  strict(
    Type.Union([
      Type.Object({
        importId: Type.String(),
        profile: Type.String(),
        files: Type.Array(Type.String({ pattern: "^[0-9a-f]{64}$" })),
        transactions: count,
        answers: count,
        preparedImport: Type.Optional(Type.String()),
        preparedBy: Type.Optional(Type.String()),
      }),
      Type.Object({ importId: Type.String(), undone: Type.Literal(true), transactions: count }),
    ]),
  ),
);

/** Next to the rows of kinds a load notes which import of a custodian's files it is, or which one it cancels. */
function importFaults(row: unknown): string[] {
  return importRows.Check(row) ? [] : ["imports has a row of no known shape"];
}

/** A row has every column; if only a list has changed, its key and the list. */
function rowFaults(kind: LoadKind, row: Row, isNew: boolean): string[] {
  const fieldOf = new Map([...kind.columnOf].map(([field, column]) => [column, field]));
  const field = (column: string) => fieldOf.get(column) ?? camelCase(column);
  const lists = kind.lists.flatMap((list) => list.field ?? []);
  const recorded = Object.keys(row).filter((name) => !lists.includes(name));
  const ofKey = kind.keyColumns.map(field).toSorted().join();
  if (!isNew && recorded.toSorted().join() === ofKey) {
    return kind.lists.flatMap((list) => listFaults(list, row));
  }
  const whole = shownNames(tableColumns(kind), kind.secrets, field);
  const missing = whole.filter((name) => !recorded.includes(name));
  const surplus = recorded.filter((name) => !whole.includes(name));
  return [
    ...kind.lists.flatMap((list) => listFaults(list, row)),
    ...missing.map((name) => `${kind.name} lacks ${name}`),
    ...surplus.map((name) => `${kind.name} has ${name}, which is no column of it`),
  ];
}

function listFaults(list: LoadKind["lists"][number], row: Row): string[] {
  const whole = shownNames(list.columns, list.secrets, camelCase);
  const rows = list.field === undefined ? [] : ((row[list.field] ?? []) as Row[]);
  return rows.flatMap((each) => {
    const recorded = Object.keys(each);
    const isWhole =
      recorded.length === whole.length && whole.every((name) => recorded.includes(name));
    return isWhole ? [] : [`${list.field} has ${recorded} where ${whole} are its columns`];
  });
}

/** The names of the columns of a row without the sealed ones, and of its secrets. */
function shownNames(
  columns: readonly string[],
  secrets: LoadKind["secrets"] = [],
  nameOf: (column: string) => string,
): string[] {
  const hidden = new Set(secrets.flatMap(({ sealed, hash }) => [sealed, hash]));
  const shown = columns.filter((column) => !hidden.has(column));
  return [...shown.map(nameOf), ...secrets.map(({ name }) => name)];
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The state that the entries of a subject record, and the one that is answered now. */
export async function recordedAndReturned(
  db: Database,
  subject: string,
  entries: readonly StoredEntry[],
): Promise<{ recorded: unknown; returned: unknown }> {
  const { state } = stateAt(subject, entries, new Date("9999-01-01"));
  return { recorded: inOrder(state), returned: inOrder(await stateNow(db, subject)) };
}

interface State {
  readonly restrictions?: readonly { readonly accountRestrictionId: string }[];
}

function inOrder(state: State | null): unknown {
  const restrictions = state?.restrictions?.toSorted((a, b) =>
    a.accountRestrictionId < b.accountRestrictionId ? -1 : 1,
  );
  return restrictions ? { ...state, restrictions } : state;
}

async function stateNow(db: Database, subject: string): Promise<State> {
  const caller = { member: undefined, actingFor: undefined };
  const ctx = { db, caller } as Context;
  if (isAccountNumber(subject)) {
    const rows = await selectRestrictionsInForce(db, subject);
    return {
      account: await getAccount(ctx, subject),
      restrictions: rows.map((row) => encodeRestriction(subject, row)),
    } as State;
  }
  const { security, ...offer } = await getOffer(ctx, subject.slice("offer:".length));
  const { companyName: _, ...ofSecurity } = security;
  return { offer: { ...offer, security: ofSecurity } } as State;
}

/** Faults of the values that an account's updates record as those before them. */
function beforeFaults(subject: string, entries: readonly StoredEntry[]): string[] {
  const changes = entries.map(decodeChange);
  return entries.flatMap(({ operation, detail, sequence }, index) => {
    if (operation !== "updateAccount") return [];
    const { before } = JSON.parse(detail) as Note;
    const known = accountAfter(changes.slice(0, index));
    const expected = known && fieldsOf(known, Object.keys(before ?? {}));
    const [recorded, wanted] = [before, expected].map((each) => sorted(each ?? {}));
    return recorded === wanted
      ? []
      : [`entry ${sequence} of ${subject} has ${recorded} where ${wanted} stood`];
  });
}

/** JSON whose fields are in order of name, however deep. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** The last sequence of every chain, by subject. */
export async function selectHeads(db: Database): Promise<ReadonlyMap<string, string>> {
  const heads = await db.rows(sql<{ subject: string; sequence: string }>`
    select subject, sequence from audit_head`);
  return new Map(heads.map(({ subject, sequence }) => [subject, sequence]));
}

/** A test with more subjects is about numbers; the rest are not checked. */
const maxSubjects = 25;

/** Faults of the entries added since a time: their shapes, or what they record. */
export async function entryFaults(
  db: Database,
  before: ReadonlyMap<string, string>,
  options: { readonly comparesStates: boolean },
): Promise<string[]> {
  const now = await selectHeads(db);
  const written = [...now.keys()].filter((subject) => now.get(subject) !== before.get(subject));
  const faults: string[] = [];
  for (const subject of written.slice(0, maxSubjects)) {
    const entries = await selectAuditEntries(db, subject);
    const first = Number(before.get(subject) ?? 0);
    const ofShape = await Promise.all(entries.slice(first).map(shapeFaults));
    faults.push(...ofShape.flat());
    const isComparable = ofShape.flat().length === 0 && hasState(subject);
    if (!isComparable || !options.comparesStates) continue;
    const { recorded, returned } = await recordedAndReturned(db, subject, entries);
    const [a, b] = [recorded, returned].map(sorted);
    if (a !== b) faults.push(`the entries of ${subject} give ${a}, the service returns ${b}`);
    faults.push(...beforeFaults(subject, entries));
  }
  return faults;
}
