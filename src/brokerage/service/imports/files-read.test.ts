// Several files read together: the order of their rows, and each question once.
import { type Profile, shippedProfiles } from "@bursar/custodian-files";
import { expect, test } from "vitest";
import { encodeRead } from "./encoded-reading.ts";
import { readFiles } from "./files-read.ts";
import { answersOf } from "./questions.ts";
import { readInThread } from "./read-in-thread.ts";

const heading = "Account,Date,Action,Amount";

const profile = shippedProfiles.find(({ name }) => name === "generic") as Profile;
const filesOf = (files: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(files).map(([name, rows]) => ({
    name,
    bytes: Buffer.from([heading, ...rows].join("\n")),
  }));
const read = (files: Readonly<Record<string, readonly string[]>>) =>
  readFiles(profile, filesOf(files), answersOf([]));

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

test("a thread reads the same, and hands over its rows in parts", async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `A,2026-07-20,Deposit,${at + 1}`);
  const files = filesOf({ "a.csv": [...rows, "A,2026-07-21,Gift,1"], "b.csv": rows.slice(0, 2) });
  const answers = answersOf([{ about: "action", word: "Gift", answer: "DEP" }]);
  const here = readFiles(profile, files, answers);
  expect(await readInThread(profile, files, answers)).toEqual(here);
  expect(here.reading.transactions).toHaveLength(5_003);
  const parts = encodeRead(here).rows.filter(({ kind }) => kind === "transactions");
  expect(parts).toHaveLength(3);
});

test("what was answered about days holds for next month's file, and for one file in particular", () => {
  const files = filesOf({
    "august.csv": ["A,03/04/2026,Deposit,1"],
    "other.csv": ["A,03/04/2026,Deposit,1"],
  });
  const answers = answersOf([
    { about: "dayOrder", word: "transactions", answer: "dmy" },
    { about: "dayOrder", word: "other.csv", answer: "mdy" },
  ]);
  const asked = readFiles(profile, files, answersOf([])).questions;
  expect(asked).toMatchObject([{ about: "dayOrder", word: "transactions", count: 2 }]);
  const { reading, questions } = readFiles(profile, files, answers);
  expect(questions).toEqual([]);
  expect(reading.transactions.map(({ tradeDate }) => tradeDate)).toEqual([
    "2026-04-03",
    "2026-03-04",
  ]);
});
