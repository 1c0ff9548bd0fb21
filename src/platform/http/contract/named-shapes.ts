// The shapes of the contract by name: one with a title is defined once under `components.schemas`
// and referred to everywhere else, so that generators make one type of it.
import { isDeepStrictEqual } from "node:util";
import { contractForm } from "../../../values/contract-form.ts";

/** The parts of a JSON Schema that are needed here. */
export interface Shape {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly [contractForm]?: Shape;
}

/** The shapes that were named so far, and how another is referred to. */
export interface NamedShapes {
  readonly schemas: Readonly<Record<string, object>>;
  /** The schema as it appears in the contract: a reference if it has a name. */
  refer(schema: object): object;
}

/** Collects shapes by their titles; two different ones under one title are a defect. */
export function nameShapes(): NamedShapes {
  const schemas: Record<string, object> = {};
  const refer = (schema: object): object => {
    const used = schema as Shape;
    const form = used[contractForm];
    const isNullable = used.type?.includes("null") ?? false;
    const { title, ...rest } = form ?? withoutNull(used);
    const note = form && used.description ? { description: used.description } : {};
    const shape = mapShapes(rest, refer);
    if (title === undefined) return { ...(isNullable ? withNull(shape) : shape), ...note };
    const known = schemas[title];
    if (known !== undefined && !isDeepStrictEqual(known, shape)) {
      throw new Error(`Two shapes have the title ${title}: give one of them another`);
    }
    schemas[title] = shape;
    const reference = { $ref: `#/components/schemas/${title}` };
    return isNullable
      ? { oneOf: [reference, { type: "null" }], ...note }
      : { ...reference, ...note };
  };
  return {
    get schemas() {
      const names = Object.keys(schemas).toSorted();
      return Object.fromEntries(names.map((name) => [name, schemas[name] ?? {}]));
    },
    refer,
  };
}

const listsOfShapes = new Set(["anyOf", "oneOf", "allOf"]);
const singleShapes = new Set(["items", "not"]);

function mapShapes(shape: object, map: (schema: object) => object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, value]) => {
      if (key === "properties") return [key, mapValues(value as Record<string, object>, map)];
      if (listsOfShapes.has(key)) return [key, (value as object[]).map(map)];
      return [key, singleShapes.has(key) ? map(value as object) : value];
    }),
  );
}

function mapValues(of: Readonly<Record<string, object>>, map: (schema: object) => object): object {
  return Object.fromEntries(Object.entries(of).map(([name, schema]) => [name, map(schema)]));
}

function withoutNull(shape: Shape): Shape {
  if (!Array.isArray(shape.type)) return shape;
  const types = shape.type.filter((type) => type !== "null");
  const among = shape.enum?.filter((value) => value !== null);
  return { ...shape, type: types.length === 1 ? types[0] : types, ...(among && { enum: among }) };
}

function withNull(shape: Shape): object {
  if (shape.type === undefined) return { anyOf: [shape, { type: "null" }] };
  const type = [shape.type, "null"].flat();
  return { ...shape, type, ...(shape.enum && { enum: [...shape.enum, null] }) };
}
