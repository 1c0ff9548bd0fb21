// Wire types: TypeBox schemas that describe a value in the contract and also decode it from a
// request, so that a shape is written once. (interface 1, 7)

import type { ErrorCode } from "@bursar/values/error-code";
import type { Static, TProperties, TSchema, TUnsafe } from "typebox";
import { isExactNumber, type JsonValue } from "./json.ts";
import {
  type FieldProblem,
  fieldProblem,
  invalid,
  missing,
  type Problem,
  syntax,
  unrecognized,
} from "./problem.ts";
import { Type } from "./type.ts";

const wire = Symbol("wire");

/** Decodes a raw value; `undefined` means that a problem was noted. */
type Decode<T> = (raw: JsonValue, field: string, problems: Problem[]) => T | undefined;

/** The behaviour of a schema beyond its description: how it decodes, and the codes it can give. */
export interface Wire {
  readonly kind: "scalar" | "list" | "object";
  readonly decode: Decode<unknown>;
  /** The codes that the field of this name can give, besides `null.…`. */
  readonly codes: (field: string) => readonly string[];
  /** The code reported if a required value is missing; by default `null.<field words>`. */
  readonly whenMissing?: ErrorCode;
  /** A list for which null is the same as absent (interface 2.3). */
  readonly nullIsAbsent?: boolean;
  /** A field that null empties. */
  readonly nullEmpties?: boolean;
  /** The limits of a decimal. */
  readonly limits?: DecimalLimits;
}

/** The limits of an amount: how many places, and from where to where. */
export interface DecimalLimits {
  readonly places: number;
  readonly min?: string | undefined;
  readonly above?: string | undefined;
  readonly max?: string | undefined;
}

/** The notes of the contract about a value in addition to its shape. */
export interface Notes {
  /** The name under which a shape is defined in the contract. */
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/** Gives a schema the behaviour of a wire type. */
export function wired<T>(schema: object, behaviour: Wire): TUnsafe<T> {
  return Type.Unsafe<T>({ ...schema, [wire]: behaviour });
}

function wireOf(schema: TSchema): Wire {
  const behaviour = (schema as { [wire]?: Wire })[wire];
  if (behaviour === undefined) throw new Error("The schema of a request is not a wire type");
  return behaviour;
}

/** Whether a value is one text, a list or an object; a CSV cell holds the latter two as JSON. */
export function kindOf(schema: TSchema): "scalar" | "list" | "object" {
  return wireOf(schema).kind;
}

/** The limits of a decimal; undefined for all else. */
export function limitsOf(schema: TSchema): DecimalLimits | undefined {
  return wireOf(schema).limits;
}

/** Decodes a raw value; notes every problem and returns `undefined` when there is one. */
export function decode<S extends TSchema>(
  schema: S,
  raw: JsonValue,
  problems: Problem[],
  field = "",
): Static<S> | undefined {
  const before = problems.length;
  const value = wireOf(schema).decode(raw, field, problems);
  return problems.length > before ? undefined : (value as Static<S>);
}

/** Decodes the sound fields of a request's body, and notes the problems. A field that failed is left out, also in an
 * entry of a list, and a bad entry is undefined, so that rules can still be applied to all others. Undefined if the
 * body is no object. */
export function decodeSoundFields<S extends TSchema>(
  schema: S,
  raw: JsonValue,
  problems: Problem[],
): Partial<Static<S>> | undefined {
  return wireOf(schema).decode(raw, "", problems) as Partial<Static<S>> | undefined;
}

/** The problem of a missing required value: its own code, or `null.<field words>`. */
export function absence(schema: TSchema, field: string): FieldProblem {
  const { whenMissing } = wireOf(schema);
  return whenMissing === undefined ? missing(field) : fieldProblem(field, whenMissing);
}

/** Every code that decoding this schema can give, for the page of errors. */
export function codesOf(schema: TSchema, field = ""): readonly string[] {
  return wireOf(schema).codes(field);
}

interface ListRule extends Notes {
  readonly max?: number;
  /** Null means absent; elsewhere null for a list is refused, since only an empty list removes
   * entries. */
  readonly nullIsAbsent?: boolean;
}

/** A list of at most `max` (1,000) values; every fault of every entry is noted. */
export function list<S extends TSchema>(item: S, rule: ListRule = {}): TUnsafe<Static<S>[]> {
  const { max = 1000, nullIsAbsent = false, ...notes } = rule;
  return wired<Static<S>[]>(
    { type: "array", items: item, maxItems: max, ...notes },
    {
      kind: "list",
      nullIsAbsent,
      decode(raw, field, problems) {
        if (!Array.isArray(raw)) return wrongKind(problems, field, "a list");
        if (raw.length > max) return note(problems, field, undefined);
        return raw.map((entry: JsonValue, index) => {
          const path = `${field}[${index}]`;
          if (entry === null) return note(problems, path, missing(path));
          return wireOf(item).decode(entry, path, problems);
        });
      },
      codes: (field) => [
        invalid(field).errorCode,
        missing(field).errorCode,
        ...codesOf(item, field),
      ],
    },
  );
}

interface ObjectRule extends Notes {
  /** Rewrites other accepted spellings into the declared ones, noting what is wrong with them. */
  readonly prepare?: (raw: RawObject, problems: Problem[]) => RawObject;
  /** Fields that `prepare` always gives, whatever was sent: they are never missing. */
  readonly prepared?: readonly string[];
}

/** A JSON object as it was read. */
export type RawObject = { readonly [name: string]: JsonValue };

/** An object of named fields; wrap a field in `optional` where it may be left out. */
export function object<P extends TProperties>(properties: P, rule: ObjectRule = {}) {
  const { prepare, prepared = [], ...notes } = rule;
  const schema = Type.Object(properties, { additionalProperties: false, ...notes });
  const needed = new Set((schema as { required?: string[] }).required ?? []);
  const declared = Object.entries(properties).map(
    ([name, of]): Field => ({
      name,
      schema: of,
      isNeeded: needed.has(name),
      behaviour: wireOf(of),
      isNullRefused: refusesNull(of),
    }),
  );
  const behaviour: Wire = {
    kind: "object",
    decode(raw, field, problems) {
      if (!isRawObject(raw)) return wrongKind(problems, field || "body", "an object");
      const fields = prepare ? prepare(raw, problems) : raw;
      return decodeFields(properties, declared, { fields, field, problems });
    },
    codes: (field) =>
      Object.entries(properties).flatMap(([name, of]) => [
        ...(needed.has(name) && !prepared.includes(name)
          ? [absence(of, within(field, name)).errorCode]
          : []),
        ...codesOf(of, within(field, name)),
      ]),
  };
  return Object.assign(schema, { [wire]: behaviour }) as typeof schema;
}

/** A field that may be left out; null is then the same as leaving it out. */
export const optional = Type.Optional;

/** A field of an update that null empties, while one that is left out stays as it is. */
export function emptiable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const { type } = schema as { type?: string | readonly string[] };
  if (type === undefined) throw new Error("Only a schema with a JSON type can be emptied");
  const shape = { ...schema, type: [type, "null"].flat() };
  return wired<Static<S> | null>(shape, { ...wireOf(schema), nullEmpties: true });
}

interface RawFields {
  readonly fields: RawObject;
  readonly field: string;
  readonly problems: Problem[];
}

/** A declared field, with what is asked of it for each object that is read. */
interface Field {
  readonly name: string;
  readonly schema: TSchema;
  readonly behaviour: Wire;
  readonly isNeeded: boolean;
  readonly isNullRefused: boolean;
}

function decodeFields(properties: TProperties, declared: readonly Field[], raw: RawFields): object {
  const { fields, field, problems } = raw;
  for (const name of Object.keys(fields)) {
    if (Object.hasOwn(properties, name)) continue;
    problems.push(syntax(within(field, shortened(name)), unrecognized));
  }
  const decoded: Record<string, unknown> = {};
  for (const { name, schema, behaviour, isNeeded, isNullRefused } of declared) {
    const value = fields[name];
    const path = within(field, name);
    const isGiven = value !== undefined && value !== null;
    if (isGiven) decoded[name] = behaviour.decode(value, path, problems);
    else if (value === null && behaviour.nullEmpties) decoded[name] = null;
    else if (isNeeded || (value === null && isNullRefused)) problems.push(absence(schema, path));
  }
  return decoded;
}

/** A name that a caller chose, as far as a response repeats it. */
function shortened(name: string): string {
  return name.length > 255 ? `${name.slice(0, 255).toWellFormed()}…` : name;
}

function refusesNull(schema: TSchema): boolean {
  const { kind, nullIsAbsent } = wireOf(schema);
  return kind === "list" && nullIsAbsent !== true;
}

/** Whether a raw value is a JSON object. */
export function isRawObject(raw: JsonValue): raw is RawObject {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw) && !isExactNumber(raw);
}

function within(field: string, name: string): string {
  return field === "" ? name : `${field}.${name}`;
}

/** Notes a problem of a field: its own error, or `invalid.<field words>`. */
export function note(
  problems: Problem[],
  field: string,
  error: ErrorCode | Problem | undefined,
): undefined {
  if (error === undefined) problems.push(invalid(field));
  else problems.push("type" in error ? error : fieldProblem(field, error));
}

/** Notes that a value is of the wrong JSON kind. */
export function wrongKind(problems: Problem[], field: string, wanted: string): undefined {
  problems.push(syntax(field, `The value must be ${wanted}.`));
}

/** A response's value that may be null, with its key always present. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const { type, enum: among } = schema as { type?: string; enum?: readonly unknown[] };
  if (type === undefined) throw new Error("Only a schema with one JSON type can be nullable");
  const shape = { ...schema, type: [type, "null"], ...(among && { enum: [...among, null] }) };
  return Type.Unsafe<Static<S> | null>(shape);
}

/** A text of a response, or null where there is none. */
export function nullableText(description?: string): TUnsafe<string | null> {
  return nullable(Type.String(description === undefined ? {} : { description }));
}
