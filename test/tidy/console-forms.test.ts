// The forms of the console: what is typed is kept, amounts are taken as people type them, and what takes
// something away asks first and looks like it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../source-files.ts";

const files = readdirSync(join(root, "console"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".tsx"))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, "utf8") }))
  .toSorted((one, other) => one.path.localeCompare(other.path));

/** The forms of a file, each with its attributes. */
function formsOf(text: string): readonly string[] {
  return [...text.matchAll(/<ChangeForm\n?(.*?)\n\s*>\n/gs)].map(
    ([, attributes = ""]) => attributes,
  );
}

/** Forms in which nothing is typed, or nothing that may be kept. */
const withoutDrafts: Readonly<Record<string, string>> = {
  "console/pages/back-office/run-jobs.tsx": "nothing is typed",
  "console/pages/imports/decide-import.tsx": "nothing is typed",
  "console/pages/model/edit-weights.tsx": "the chart next to the form keeps it, in model.tsx",
  "console/pages/statements/take-decision.tsx": "nothing is typed",
  "console/parts/simulate-step.tsx": "nothing is typed",
};

test("whatever is typed into a form of a change is kept as a draft", () => {
  const without = files
    .filter(({ text }) => /<ChangeForm\b/.test(text) && !/\buseDraft\b/.test(text))
    .map(({ path }) => path);
  expect(without).toEqual(Object.keys(withoutDrafts));
});

test("what a field of a form holds is a draft, and no state of a component that goes", () => {
  const left = files.flatMap(({ path, text }) =>
    [...text.matchAll(/value=\{(\w+)\}/g)]
      .map(([, name = ""]) => name)
      .filter((name) => new RegExp(`const \\[${name}\\b[^\\]]*\\] = useState`).test(text))
      .map((name) => `${path}: ${name}`),
  );
  expect(left).toEqual([
    // A choice of what is shown, and nothing that is sent.
    "console/pages/account-filters.tsx: typed",
    "console/pages/account/benchmark-field.tsx: typed",
    "console/pages/account/tax-papers.tsx: year",
    "console/pages/firm-worklist.tsx: kind",
    "console/pages/offer/documents.tsx: typed",
    // The word that a reset asks for is typed each time, and a link is good once.
    "console/pages/sandbox.tsx: confirmation",
    "console/pages/sign-in.tsx: link",
    // A search changes what is shown, and sends nothing.
    "console/parts/palette.tsx: typed",
    "console/parts/search-field.tsx: typed",
    // A signature is never kept.
    "console/parts/signature.tsx: name",
  ]);
});

test("each field of an amount takes it as people type it", () => {
  const others = files.filter(
    ({ path, text }) =>
      path !== "console/parts/inputs.tsx" &&
      [...text.matchAll(/<(\w+)\s[^>]*inputMode=/g)].some(([, tag]) => tag !== "AmountInput"),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

const removes =
  /(bursar\.delete\(|simulation\/resets|status: "Cancelled"|revokeKey\(|revokeAccess\()/;

test("what takes something away asks in a form or dialog of its own, and looks dangerous", () => {
  const shown = files.filter(({ text }) => removes.test(text));
  expect(shown.length).toBeGreaterThan(4);
  for (const { path, text } of shown) {
    const dangerous = formsOf(text).filter((attributes) => /\bisDanger\b/.test(attributes));
    const inForm = formsOf(text).filter((attributes) => removes.test(attributes));
    expect(inForm.length, path).toBeLessThanOrEqual(dangerous.length);
    // The page's own keys and staff are no part of the contract, and revoked by a button in a dialog.
    if (inForm.length === 0) expect(text, path).toContain("button first danger");
  }
});

/** Changes that are made by a button at once, and why none of them asks. */
const atOnce: Readonly<Record<string, string>> = {
  "console/pages/account/items.tsx": "the answer to what was asked, under its text",
  "console/pages/back-office/deliveries.tsx": "sends the same event once more",
  "console/pages/back-office/keys.tsx": "in a dialog, which asks",
  "console/pages/back-office/new-load.tsx": "after what would change was shown",
  "console/pages/back-office/staff.tsx": "in a dialog, which asks",
  "console/pages/back-office/webhook.tsx": "a test, a pause and its end",
  "console/pages/imports/new-import.tsx": "a check itself, of which the books see nothing",
  "console/pages/imports/open-questions.tsx": "the same",
  "console/pages/model/followers.tsx": "takes over weights that wait, of one folio",
};

test("a change outside a form that is rehearsed is one of a few, each with its reason", () => {
  const changing = files
    .filter(({ path }) => path !== "console/parts/change-form.tsx")
    .filter(({ text }) =>
      [...text.matchAll(/useMutation\(\{.*?\n {2}\}\);/gs)].some(([call]) =>
        /bursar\s*\.(put|post|delete)\(|makeKey|revokeKey|makeLink|revokeAccess/.test(call),
      ),
    )
    .map(({ path }) => path);
  expect(changing).toEqual(Object.keys(atOnce).toSorted());
});
