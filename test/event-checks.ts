// Checks of every event: it has the shape that its resource declares.
import { globSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { EventShape } from "../src/platform/change/event.ts";
import { type Database, sql } from "../src/platform/store/db.ts";
import { madeUp } from "./any-entry.ts";
import { root } from "./source-files.ts";

/** An event as tests read it. */
export interface EventView {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The kinds of events that the service declares, by type. */
async function declaredEvents(): Promise<ReadonlyMap<string, EventShape>> {
  const paths = globSync("src/brokerage/**/events.ts", { cwd: root });
  const modules = await Promise.all(
    paths.map(async (path) => (await import(join(root, path))) as Record<string, unknown>),
  );
  const shapes = modules.flatMap((module) => Object.values(module).filter(isEventShape));
  return new Map(shapes.map((shape) => [shape.type, shape]));
}

function isEventShape(value: unknown): value is EventShape {
  return typeof value === "function" && "type" in value && "data" in value;
}

let validators: Promise<ReadonlyMap<string, Validator>> | undefined;

function validatorsByType(): Promise<ReadonlyMap<string, Validator>> {
  validators ??= declaredEvents().then(
    (shapes) => new Map([...shapes].map(([type, { data }]) => [type, Compile(closed(data))])),
  );
  return validators;
}

/** A shape against which tests check data: it may have no undeclared field. */
const closed = (data: TSchema): TSchema => ({ ...data, additionalProperties: false });

/** The events of a subject, oldest first. */
export function selectEvents(db: Database, subject: string): Promise<EventView[]> {
  return db.rows(sql<EventView>`
    select type, data from event where subject = ${subject} order by sequence, place`);
}

/** Faults of the shapes of the store's events. */
export async function eventFaults(db: Database): Promise<string[]> {
  const known = await validatorsByType();
  const events = await db.rows(sql<
    EventView & { readonly subject: string; readonly operation: string }
  >`
    select subject, type, data, operation from event join audit_entry using (subject, sequence)
    order by subject, sequence, place limit 1000`);
  const checked = events.filter(({ operation }) => !madeUp.has(operation));
  return checked.flatMap(({ subject, type, data }) => {
    const validator = known.get(type);
    if (validator === undefined) return [`${type} is declared in no events.ts`];
    const wrong = validator.Errors(data).map((each) => `${each.instancePath} ${each.message}`);
    const empty = Object.keys(data).filter((field) => isEmpty(data[field]));
    return [...wrong, ...empty.map((field) => `/${field} has no content`)].map(
      (fault) => `${type} of ${subject}: ${fault}`,
    );
  });
}

/** A field without content is left out; a list may have no entry. */
function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}
