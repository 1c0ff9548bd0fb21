// Checks the documentation against the code, and its pages against each other.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { printedPages } from "../scripts/docs/pages.ts";
import { root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = globSync(
  ["*.md", "packages/*/*.md", "clients/*/*.md", "docs/**/*.md", "bench/*.md"],
  {
    cwd: root,
  },
).toSorted();

test("the printed pages are what the code prints now (npm run docs)", async () => {
  for (const [path, content] of await printedPages()) {
    expect(read(path), path).toBe(content);
  }
});

test("every file named in ARCHITECTURE.md and CONTRIBUTING.md exists", () => {
  const named = ["ARCHITECTURE.md", "CONTRIBUTING.md"].flatMap((page) => {
    const text = read(page);
    return [...text.matchAll(/`((?:src|test|scripts|bench|docs|migrations|samples)\/[\w./-]*)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`);
  });
  expect(named).toEqual([]);
});

test("each page has one title", () => {
  expect(pages.length).toBeGreaterThan(20);
  const titles = pages.map((path) => ({
    path,
    lines: linesOf(path).flatMap(({ text, number }) => (/^# \S/.test(text) ? [number] : [])),
  }));
  expect(titles.filter(({ lines }) => lines.length !== 1)).toEqual([]);
});

test("each relative link leads to a file and a heading that exist", () => {
  const links = pages.flatMap((path) =>
    linesOf(path).flatMap(({ text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => ({ path, target })),
    ),
  );
  const relative = links.filter(({ target }) => !/^[a-z]+:/.test(target));
  expect(relative.length).toBeGreaterThan(50);
  expect(relative.filter((link) => !leadsSomewhere(link))).toEqual([]);
});

test("each page names an ADR with a link to that ADR", () => {
  const linked = /\[ADR\s+(\d+)\]\((?:[\w./]*\/)?0*\1-[\w-]+\.md\)/g;
  const unlinked = pages.flatMap((path) =>
    [
      ...read(path)
        .replaceAll(linked, "")
        .matchAll(/ADRs?\s+\d+/g),
    ].map(([text]) => [path, text]),
  );
  expect(unlinked).toEqual([]);
});

test("a superseded ADR names the one that supersedes it", () => {
  const heads = globSync("docs/adr/*.md", { cwd: root }).map((path) => ({
    name: posix.basename(path),
    head: read(path).split("\n## ")[0] ?? "",
  }));
  const superseding = heads.filter(({ head }) => head.includes("\nSupersedes"));
  expect(superseding.length).toBeGreaterThan(5);
  for (const { name, head } of superseding) {
    const superseded = heads.filter((other) => head.includes(`(${other.name})`));
    expect(superseded.filter((other) => !other.head.includes(`(${name})`))).toEqual([]);
  }
});

test("each package that the service uses, and no other, has its reason in ADR 1", () => {
  const { dependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const packages = Object.keys({ ...dependencies, ...optionalDependencies });
  const rows = read("docs/adr/0001-materials.md")
    .split("\n")
    .filter((line) => line.startsWith("| `") && !line.includes("development only"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
  const isNamedBy = (name: string) => (wanted: string) =>
    name.endsWith("*") ? wanted.startsWith(name.slice(0, -1)) : wanted === name;
  expect(packages.filter((wanted) => !named.some((name) => isNamedBy(name)(wanted)))).toEqual([]);
  expect(named.filter((name) => !packages.some(isNamedBy(name)))).toEqual([]);
});

interface Line {
  readonly text: string;
  readonly number: number;
}

/** The lines of a page outside code blocks. */
function linesOf(path: string): Line[] {
  let isCode = false;
  return read(path)
    .split("\n")
    .flatMap((text, index) => {
      const isFence = text.trimStart().startsWith("```");
      if (isFence) isCode = !isCode;
      return isFence || isCode ? [] : [{ text, number: index + 1 }];
    });
}

function leadsSomewhere({ path, target }: { path: string; target: string }): boolean {
  const [file = "", anchor] = target.split("#");
  const found = file === "" ? path : posix.join(dirname(path), file);
  if (globSync(found.replace(/\/$/, ""), { cwd: root }).length === 0) return false;
  return anchor === undefined || anchorsOf(found).has(anchor);
}

/** The anchors that GitHub makes from a page's headings. */
function anchorsOf(path: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text } of linesOf(path)) {
    const [, heading] = /^#+ (.+)$/.exec(text) ?? [];
    if (heading === undefined) continue;
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
    for (let count = 0; ; count += 1) {
      const name = count === 0 ? anchor : `${anchor}-${count}`;
      if (anchors.has(name)) continue;
      anchors.add(name);
      break;
    }
  }
  return anchors;
}
