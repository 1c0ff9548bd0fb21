// Papers share an opened font, and nothing else. (docs/statements.md, "Drawing")
import { expect, test } from "vitest";
import { readPdf } from "../../../test/statements/read-pdf.ts";
import { drawPaper } from "./paper.ts";

const terms = {
  title: "Letter",
  author: "Harbor Point Advisors",
  at: new Date("2026-04-02T12:00:00Z"),
  head: { left: "", right: "" },
  foot: "",
};

const draw = (text: string) =>
  drawPaper(terms, (paper) => paper.write(text, { size: 8 }, { x: 48, y: 60 }));

test("no paper depends on those before it, where two letters have one shape", async () => {
  const hardSpace = await draw("a\u00a0b");
  const { pages } = await readPdf(await draw("a b"));
  expect(pages[0]?.texts).toContain("a b");
  expect(hardSpace.equals(await draw("a\u00a0b"))).toBe(true);
});

test("papers with common letters alone embed the same bytes of the font, others what they need", async () => {
  const before = await draw("Fee of 12.50");
  const { pages } = await readPdf(await draw("Łódź 12.50"));
  expect(pages[0]?.texts).toContain("Łódź 12.50");
  expect((await draw("Fee of 12.50")).equals(before)).toBe(true);
  expect((await readPdf(before)).pages[0]?.texts).toContain("Fee of 12.50");
});
