// Each maker makes what the library makes, but for the library's own hidden marks.
import Library from "typebox";
import { expect, test } from "vitest";
import { Type } from "./type.ts";

const wire = Symbol("wire");

/** Shapes by the makers of the one or the other. */
function shapesOf(make: typeof Type): Readonly<Record<string, object>> {
  const Text = make.Unsafe<string>({ type: "string", [wire]: "behaviour" });
  const Item = make.Object(
    {
      id: make.String({ pattern: "^a" }),
      text: make.Optional(Text),
      state: make.Optional(make.Enum(["open", "closed"])),
    },
    { additionalProperties: false, title: "Item" },
  );
  return {
    Array: make.Array(Item, { maxItems: 2 }),
    Boolean: make.Boolean({ description: "b" }),
    Enum: make.Enum(["a", "b"], { title: "Letters" }),
    Integer: make.Integer({ minimum: 0 }),
    Literal: make.Union([make.Literal("a"), make.Literal(1, { title: "One" }), make.Literal(true)]),
    Null: make.Null({ description: "n" }),
    Object: Item,
    emptyObject: make.Object({}),
    Omit: make.Omit(Item, ["id"]),
    omitWithOptions: make.Omit(Item, ["text"], { title: "Shorter" }),
    Optional: make.Object({ item: make.Optional(Item), text: make.Optional(make.Optional(Text)) }),
    Partial: make.Partial(Item, { title: "Some" }),
    partialOfPick: make.Partial(make.Pick(Item, ["id", "text"])),
    Pick: make.Pick(Item, ["text"], { additionalProperties: false }),
    Record: make.Record(make.String(), Item, { title: "Map" }),
    recordOfPattern: make.Record(make.String({ pattern: "^[a-z]$" }), make.Boolean()),
    Required: make.Required(Item, { title: "All" }),
    String: make.String(),
    Union: make.Union([Item, make.Null()], { description: "u" }),
    Unknown: make.Unknown({ description: "anything" }),
    Unsafe: Text,
  };
}

test.each(Object.entries(shapesOf(Type)))("%s", (name, shape) => {
  const wanted = shapesOf(Library)[name] ?? {};
  expect(shape).toStrictEqual(wanted);
  expect(JSON.stringify(shape)).toBe(JSON.stringify(wanted));
});

test("a property is marked as optional on a copy, and the mark is not shown", () => {
  const Text = Type.String();
  const marked = Type.Optional(Text);
  expect("~optional" in Text).toBe(false);
  expect("~optional" in marked).toBe(true);
  expect(Object.keys(marked)).toEqual(["type"]);
});
