// What several files say together: in which order their rows are, and each question once.
import { shippedProfiles } from "@bursar/custodian-files";
import { expect, test } from "vitest";
import { readFiles } from "./files-read.ts";
import { answersOf } from "./questions.ts";

const heading = "Account,Date,Action,Amount";

function read(files: Readonly<Record<string, readonly string[]>>) {
  const profile = shippedProfiles.find(({ name }) => name === "generic");
  if (profile === undefined) throw new Error("no generic profile");
  const given = Object.entries(files).map(([name, rows]) => ({
    name,
    bytes: Buffer.from([heading, ...rows].join("\n")),
  }));
  return readFiles(profile, given, answersOf([]));
}

test("a file with one account below the other is the newest first if each of them is", () => {
  const blocks = [
    "A,2026-07-20,Deposit,1",
    "A,2026-07-02,Deposit,1",
    "B,2026-07-20,Deposit,1",
    "B,2026-07-10,Deposit,1",
    "B,2026-07-03,Deposit,1",
  ];
  const { spans } = read({ "down.csv": blocks, "up.csv": blocks.toReversed() });
  expect(spans.map(({ file, from, to, isNewestFirst }) => [file, from, to, isNewestFirst])).toEqual(
    [
      ["down.csv", "2026-07-02", "2026-07-20", true],
      ["up.csv", "2026-07-02", "2026-07-20", false],
    ],
  );
});

test("a word that two files have is asked about once, with all of its rows", () => {
  const { questions } = read({
    "a.csv": ["A,2026-07-20,Gift,1", "A,2026-07-20,Gift,2"],
    "b.csv": ["A,2026-07-21,Gift,1"],
  });
  expect(questions).toMatchObject([{ about: "action", word: "Gift", file: "a.csv", count: 3 }]);
});
