// The commands below `import` have options of the same names as it has itself.
import { Command } from "commander";
import { expect, test } from "vitest";
import { addImport } from "./add-import.ts";

/** The options that a command receives from a line. */
async function optionsOf(name: string, words: readonly string[]): Promise<unknown> {
  const program = new Command();
  addImport(program);
  const [command] = program.commands;
  const chosen = command?.commands.find((each) => each.name() === name) ?? command;
  let received: unknown;
  chosen?.action((...given: unknown[]) => {
    received = (given.at(-1) as Command).opts();
  });
  await program.parseAsync(["import", ...words], { from: "user" });
  return received;
}

test.each([
  ["list", ["list", "--firm", "3001", "--json"], { firm: "3001", json: true }],
  ["undo", ["undo", "4711", "--json"], { json: true }],
  ["profiles", ["profiles", "--json"], { json: true }],
  ["import", ["schwab", "folder", "--firm", "3001", "--json"], { firm: "3001", json: true }],
])("%s receives its own options", async (name, words, options) => {
  expect(await optionsOf(name, words)).toEqual(options);
});
