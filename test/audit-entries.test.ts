// The content of an audit entry is declared by its operation: another shape does not compile, and every entry that a
// test makes is checked against its declaration when the test's service closes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { updateAccountEntry } from "../src/brokerage/clients-and-accounts/accounts/entries.ts";
import type { createRestrictionEntry } from "../src/brokerage/clients-and-accounts/restrictions/entries.ts";
import { revokeKeyEntry } from "../src/brokerage/service/api-users/entries.ts";
import { hasState } from "../src/brokerage/service/audit-entries/state-at.ts";
import { selectAuditEntries } from "../src/platform/change/audit.ts";
import type { NoteOf } from "../src/platform/change/audit-entry.ts";
import { write } from "../src/platform/change/write.ts";
import { anyEntry } from "./any-entry.ts";
import { declaredEntries, recordedAndReturned, selectHeads, shapeFaults } from "./audit-checks.ts";
import { examplesOf } from "./examples.ts";
import { openTestService, type TestService } from "./harness.ts";
import { testContext } from "./sample-template.ts";
import { root, sourceFiles } from "./source-files.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const entry = (operation: string, subject: string, recorded: object) => ({
  operation,
  subject,
  sequence: "1",
  occurredAt: new Date(0),
  caller: "{}",
  requestId: "r",
  address: "local",
  detail: JSON.stringify(recorded),
});

test("a note of another shape does not compile", () => {
  const subject = "RA00000001";
  const notes = {
    // @ts-expect-error a restriction that is placed has an id
    withoutId: { subject, after: { restriction: { reasonCode: "021", typeCode: "SO" } } },
    // @ts-expect-error a placed restriction has no note with only what was before
    onlyBefore: { subject, before: {} },
  } satisfies Record<string, NoteOf<typeof createRestrictionEntry>>;
  const account = {
    // @ts-expect-error an account has no such field
    misspelt: { subject, before: { acountName: "A" }, after: {} },
    // @ts-expect-error names are texts
    number: { subject, before: {}, after: { accountName: 5 } },
  } satisfies Record<string, NoteOf<typeof updateAccountEntry>>;
  const change = async () => ({
    value: null,
    audit: [{ subject, after: { keyId: "1", apiUserId: "1" } }],
  });
  // @ts-expect-error a key that is revoked has its instant
  const attempt = () => write(testContext(service.db), revokeKeyEntry, change);
  expect([notes, account, attempt]).toHaveLength(3);
});

/** A copy without the value at a path. */
function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || typeof value !== "object" || value === null) return value;
  const { [name]: inner, ...others } = value as Record<string, unknown>;
  if (Array.isArray(value))
    return value.map((each, at) => (name === `${at}` ? without(each, rest) : each));
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) };
}

/** The path of every field of an object, however deep. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [[...path, name]]),
    ...pathsOf(inner, [...path, name]),
  ]);
}

/** The entries that each operation of the walk makes on the sample firm, and those of its load. */
async function entriesOfWalk() {
  const walked = await openTestService();
  try {
    const loaded = await selectAuditEntries(walked.db, "RA00000001");
    const before = await selectHeads(walked.db);
    for (const { request, caller } of examplesOf(walked).filter(({ isChange }) => isChange)) {
      await walked.call(caller, request.method, request.path, request.body, request.headers);
    }
    const heads = await selectHeads(walked.db);
    const written = [...heads.keys()].filter((each) => heads.get(each) !== before.get(each));
    const chains = await Promise.all(written.map((each) => selectAuditEntries(walked.db, each)));
    const made = chains.flatMap((chain, at) => chain.slice(Number(before.get(written[at] ?? ""))));
    return { made, loaded };
  } finally {
    await walked.close();
  }
}

const isSummary = (path: readonly string[]) => path[0] === "detail" && path.length <= 2;

function isList(path: readonly string[], recorded: object): boolean {
  const value = path.reduce<unknown>((of, name) => (of as Record<string, unknown>)[name], recorded);
  return Array.isArray(value) && path.length === 4;
}

test("an entry has exactly the declared fields: one more or one less is found", async () => {
  const { made, loaded } = await entriesOfWalk();
  expect(made.length).toBeGreaterThan(3);
  const unseen: string[] = [];
  for (const each of [...made, ...loaded.slice(0, 1)]) {
    expect(await shapeFaults(each)).toEqual([]);
    const recorded = JSON.parse(each.detail) as object;
    for (const path of pathsOf(recorded)) {
      const lacking = JSON.stringify(without(recorded, path));
      const faults = await shapeFaults({ ...each, detail: lacking });
      // Nothing else shows that a load had a list, or rows of which only a summary is kept; a row that
      // it has changed may have had fewer columns before.
      const isLoadsOwn =
        each.operation === "loadFolder" &&
        (isSummary(path) || isList(path, recorded) || path[0] === "before");
      if (faults.length === 0 && !isLoadsOwn) unseen.push(`${each.operation} ${path.join(".")}`);
    }
    const more = JSON.stringify({ ...recorded, surplus: 1 });
    expect(await shapeFaults({ ...each, detail: more })).not.toEqual([]);
  }
  expect(unseen).toEqual([]);
});

test("an entry of an undeclared operation, or in another subject's chain, is named", async () => {
  const revoked = { after: { keyId: "1", apiUserId: "2", revokedAt: "2026-03-02T15:00:00.000Z" } };
  expect(await shapeFaults(entry("revokeKey", "firm:1002", revoked))).toEqual([]);
  expect(await shapeFaults(entry("revokeKey", "RA00000001", revoked))).toHaveLength(1);
  expect(await shapeFaults(entry("unheardOf", "firm:1002", revoked))).toEqual([
    "unheardOf is declared in no entries.ts",
  ]);
});

test("an update records the same fields before and after", async () => {
  const recorded = { before: { accountName: "A" }, after: { accountName: "B" } };
  expect(await shapeFaults(entry("updateAccount", "RA00000001", recorded))).toEqual([]);
  const uneven = { before: {}, after: { accountName: "B" } };
  expect(await shapeFaults(entry("updateAccount", "RA00000001", uneven))).toEqual([
    "updateAccount of RA00000001: has  as before, accountName as after",
  ]);
});

/** A service whose change writes this note, under another operation's name if one is given. */
async function closedAfter(operation: string, recorded: object): Promise<void> {
  const other = await openTestService();
  await write(testContext(other.db), anyEntry(operation), async () => ({
    value: null,
    audit: [{ subject: "RA00000001", ...recorded }],
  }));
  await other.close();
}

test("a service that made an entry of another shape does not close quietly", async () => {
  const recorded = { after: { restriction: { id: "77", reasonCode: "021" } } };
  await expect(closedAfter("createRestriction", recorded)).rejects.toThrow(
    "createRestriction of RA00000001",
  );
});

test("a service whose entries are not true does not close quietly", async () => {
  const other = "Never so named";
  const after = { before: { accountName: "Everyday investing" }, after: { accountName: other } };
  await expect(closedAfter("updateAccount", after)).rejects.toThrow(
    "the entries of RA00000001 give",
  );
  const before = { before: { accountName: other }, after: { accountName: other } };
  await expect(closedAfter("updateAccount", before)).rejects.toThrow("entry 2 of RA00000001 has");
});

test("after every write of the walk its entries say what is answered", async () => {
  const paths = (subject: string) =>
    subject.startsWith("offer:")
      ? `/restapi/privateplacementoffers/${subject.slice("offer:".length)}`
      : `/restapi/accounts/${subject}`;
  const writes = examplesOf(service).filter(({ isChange }) => isChange);
  for (const { id, request, caller } of writes) {
    const before = await selectHeads(service.db);
    const { method, path, body, headers } = request;
    const response = await service.call(caller, method, path, body, headers);
    expect(response.status, `${id}: ${response.text}`).toBeLessThan(300);
    const heads = await selectHeads(service.db);
    const written = [...heads.keys()].filter((each) => heads.get(each) !== before.get(each));
    expect(written, id).not.toEqual([]);
    for (const subject of written.filter(hasState)) {
      const entries = await selectAuditEntries(service.db, subject);
      const { recorded, returned } = await recordedAndReturned(service.db, subject, entries);
      expect(recorded, id).toEqual(returned);
      const { text } = await service.call("operator", "GET", paths(subject));
      const { security, ...shown } = JSON.parse(text);
      const { offer, account } = recorded as Record<"offer" | "account", { security: object }>;
      const { security: _, ...known } = offer ?? account;
      expect(known, id).toEqual(shown);
    }
  }
});

test("every change is written with the declaration that has its operation's name", async () => {
  const operations = [...(await declaredEntries()).keys()];
  const given = sourceFiles("src")
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .flatMap(({ text }) => [...text.matchAll(/\bentryShape\("(\w+)"/g)].map(([, name]) => name));
  expect(operations.toSorted()).toEqual(given.toSorted());
  expect(new Set(operations).size).toBe(operations.length);
});

test("the data model page describes every operation's entries", async () => {
  const page = readFileSync(join(root, "docs/data-model.md"), "utf8");
  const [, section = ""] = /^### `audit_entry`$(.*?)^### /ms.exec(page) ?? [];
  const recorded = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(recorded.toSorted()).toEqual([...(await declaredEntries()).keys()].toSorted());
});
