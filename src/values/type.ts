// The makers of shapes, as TypeBox has them: JSON Schemas with static types. Of the library itself only the types
// are used. It computes with types at run time too, which no shape here needs, in 373 modules: a sixth of
// what a start would load.
import type { Type as TypeBox } from "typebox";

type Makers = Pick<
  typeof TypeBox,
  | "Array"
  | "Boolean"
  | "Enum"
  | "Integer"
  | "Literal"
  | "Null"
  | "Object"
  | "Omit"
  | "Optional"
  | "Partial"
  | "Pick"
  | "Record"
  | "Required"
  | "String"
  | "Union"
  | "Unknown"
  | "Unsafe"
>;

type Properties = Readonly<Record<string, object>>;

/** The shape of an object, the only one whose properties can be chosen from. */
interface ObjectShape {
  readonly properties: Properties;
}

/** Marks a property that may be left out. It is not enumerable: the contract does not show it. */
const optional = "~optional";

const makers = {
  Array: (items: object, options?: object) => ({ type: "array", items, ...options }),
  Boolean: (options?: object) => ({ type: "boolean", ...options }),
  Enum: (values: readonly unknown[], options?: object) => ({ enum: values, ...options }),
  Integer: (options?: object) => ({ type: "integer", ...options }),
  Literal: (value: unknown, options?: object) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: (options?: object) => ({ type: "null", ...options }),
  Object: objectOf,
  Omit: ({ properties }: ObjectShape, names: readonly string[], options?: object) =>
    objectOf(
      chosen(properties, (name) => !names.includes(name)),
      options,
    ),
  Optional: optionalOf,
  Partial: ({ properties }: ObjectShape, options?: object) =>
    objectOf(each(properties, optionalOf), options),
  Pick: ({ properties }: ObjectShape, names: readonly string[], options?: object) =>
    objectOf(
      chosen(properties, (name) => names.includes(name)),
      options,
    ),
  Record: ({ pattern = "^.*$" }: { pattern?: string }, values: object, options?: object) => ({
    type: "object",
    patternProperties: { [pattern]: values },
    ...options,
  }),
  Required: ({ properties }: ObjectShape, options?: object) =>
    objectOf(each(properties, requiredOf), options),
  String: (options?: object) => ({ type: "string", ...options }),
  Union: (anyOf: readonly object[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
};

/** Makes shapes: each is a JSON Schema, and `Static<typeof Shape>` the type of its values. */
export const Type = makers as unknown as Makers;

function objectOf(properties: Properties, options?: object): object {
  const required = Object.keys(properties).filter(
    (name) => !Object.hasOwn(properties[name] ?? {}, optional),
  );
  return { type: "object", ...(required.length > 0 && { required }), properties, ...options };
}

function optionalOf(of: object): object {
  return Object.defineProperty({ ...of }, optional, { value: true });
}

/** A copy has only what is enumerable, hence no mark. */
function requiredOf(of: object): object {
  return { ...of };
}

function each(properties: Properties, change: (of: object) => object): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, change(of)]));
}

function chosen(properties: Properties, isChosen: (name: string) => boolean): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isChosen(name)));
}
