// The rules of prepared imports: what may be sent, and who may decide. Pure.
import { shippedProfiles } from "@bursar/custodian-files";
import { brokenIf, type Problem, ruleProblem, ruleProblemOf } from "../../../values/problem.ts";
import { entryRules, shapeRules } from "../../../values/shape-rule.ts";
import { custodiansFiles, problemsWithAccounts } from "./accounts-sent.ts";
import { preparedImportErrors } from "./errors.ts";
import { isUndecided } from "./life-cycle.ts";
import type { PreparedRow, Undecided } from "./queries.ts";
import type { NewPreparedImport } from "./schema.ts";

const rule = shapeRules<NewPreparedImport>();
const ofFiles = entryRules<NewPreparedImport>();

/** How large the files of an import may be together, in bytes. */
export const mostBytes = 16_777_216;
/** How many lines, or tags of XML, they may have together: reading more would take the service for seconds. */
export const mostLines = 200_000;
const mostFiles = 500;
/** How much of a firm may wait for a decision. */
export const mostUndecided = { imports: 20, bytes: 67_108_864 };

/** The rules of a new import that need only the request. */
export const rulesOfNewImport = [
  rule(["profile"], ({ profile }): Problem[] => {
    const names = shippedProfiles.map(({ name }) => name);
    if (names.includes(profile)) return [];
    const sentence = `"${profile}" is no shipped profile: send one of ${names.join(", ")}.`;
    return [ruleProblemOf("profile", { ...preparedImportErrors.profile, sentence })];
  }),
  ofFiles("files", ["name", "content"], (entries) => {
    const files = entries.filter((file) => file !== undefined);
    const isTwice = new Set(files.map(({ name }) => name)).size < files.length;
    const custodians = custodiansFiles(files);
    const sizes = custodians.map(({ content }) => content.length);
    // A file that is no Base64 is a problem of its own.
    const isAny = entries.length > 0 && files.length === 0;
    return [
      ...brokenIf(isTwice || !(isAny || areFitting(sizes)), preparedImportErrors.files),
      ...problemsWithLines(custodians.map(({ content }) => content)),
      ...problemsWithAccounts(files.map(({ name, content }) => ({ name, bytes: content }))),
    ];
  }),
];

/** The problem of files that have too many lines together. */
export function problemsWithLines(files: readonly Uint8Array[]): Problem[] {
  const lines = files.reduce((sum, bytes) => sum + linesIn(bytes), 0);
  return brokenIf(lines > mostLines, preparedImportErrors.lines);
}

/** How many records a file has at most: XML may be a single line, of which each tag is one. */
function linesIn(bytes: Uint8Array): number {
  let feeds = 0;
  let returns = 0;
  let tags = 0;
  for (const byte of bytes) {
    if (byte === 0x0a) feeds += 1;
    else if (byte === 0x0d) returns += 1;
    else if (byte === 0x3c) tags += 1;
  }
  return Math.max(feeds, returns, tags);
}

/** The problem of files that are too many or too large, by the sizes of all in bytes. */
export function problemsWithSizes(sizes: readonly number[]): Problem[] {
  return brokenIf(!areFitting(sizes), preparedImportErrors.files);
}

function areFitting(sizes: readonly number[]): boolean {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.length > 0 && sizes.length <= mostFiles && total <= mostBytes;
}

/** The problem of an import with which too many of the firm would wait, or too large ones: those that wait already, and
 * the sizes of its files in bytes. */
export function problemsWithQuota(others: Undecided, sizes: readonly number[]): Problem[] {
  const bytes = sizes.reduce((sum, size) => sum + size, others.bytes);
  const isFull = others.imports >= mostUndecided.imports || bytes > mostUndecided.bytes;
  return brokenIf(isFull, preparedImportErrors.many);
}

/** Problems that keep a caller from completing an import. No firm completes the import of another: the operator would
 * release its own files as those of the firm, and a firm its files as those for which the operator vouches. */
export function problemsWithCompletion(
  { status, isByOperator }: Pick<PreparedRow, "status" | "isByOperator">,
  isOperator: boolean,
): Problem[] {
  return [
    ...brokenIf(!isUndecided(status), preparedImportErrors.status),
    ...brokenIf(isByOperator !== isOperator, preparedImportErrors.preparer),
  ];
}

/** The problem of a release by whoever prepared or completed the import; `hadPart` says whether the releaser is, or
 * stands behind, one of some people. What the operator has prepared, it imports alone. */
export function problemsWithReleaser(
  { isByOperator, preparedBy, completedBy }: Preparers,
  hadPart: (before: readonly (string | null)[]) => boolean,
): Problem[] {
  if (isByOperator || !hadPart([preparedBy, ...completedBy])) return [];
  return [ruleProblem(preparedImportErrors.person)];
}
type Preparers = Pick<PreparedRow, "isByOperator" | "preparedBy" | "completedBy">;
