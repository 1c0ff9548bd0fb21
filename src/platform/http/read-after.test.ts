// The header by which a read shows what its caller has changed, wherever it is answered. Over real
// replicas it is tested in test/replicas.test.ts.
import { expect, test } from "vitest";
import type { Id } from "../../values/ids.ts";
import { openVault } from "../keys/vault.ts";
import type { Reader } from "../store/db.ts";
import { openReadAfter } from "./read-after.ts";

const vault = openVault(Buffer.alloc(32, 7));
const [user, other] = ["5001", "5002"] as Id[] as [Id, Id];

/** Replicas that note what they are asked to show; the log has come as far as 1,000. */
function open(key = vault) {
  const asked: (bigint | undefined)[] = [];
  const reader = {} as Reader;
  const shown = { byAll: 0n };
  const readAfter = openReadAfter(
    {
      reader: (after) => {
        asked.push(after);
        return reader;
      },
      exists: async (position) => position <= 1_000n,
      shownByAll: () => shown.byAll,
      states: () => [],
      close: async () => {},
    },
    key,
  );
  const shows = async (apiUserId: Id, sent?: unknown) => {
    expect(await readAfter.readerFor(apiUserId, sent)).toBe(reader);
    return asked.at(-1);
  };
  return { ...readAfter, shows, shown };
}

test("a caller reads what it has changed in this process, and nobody else need wait for it", async () => {
  const { note, shows } = open();
  expect(await shows(user)).toBeUndefined();
  note(user, 700n);
  note(user, 600n);
  expect([await shows(user), await shows(other)]).toEqual([700n, undefined]);
});

test("what every replica shows is forgotten", async () => {
  const { note, shows, shown } = open();
  note(user, 700n);
  shown.byAll = 700n;
  note(other, 800n);
  expect([await shows(user), await shows(other)]).toEqual([undefined, 800n]);
});

test("in another process it reads what the header of its change speaks of", async () => {
  const [here, there] = [open(), open()];
  const header = here.header(user, 700n);
  expect(header).toMatch(/^[\w-]{32}$/);
  expect(await there.shows(user, header)).toBe(700n);
  there.note(user, 800n);
  expect(await there.shows(user, header)).toBe(800n);
  expect(await there.shows(user, here.header(user, 900n))).toBe(900n);
});

test("a header of another API user, of another key, altered, or beyond the log is ignored", async () => {
  const { header, shows } = open();
  const good = header(user, 700n);
  const altered = Buffer.from(good, "base64url");
  altered[23] = (altered[23] ?? 0) ^ 1;
  const stranger = open(openVault(Buffer.alloc(32, 8))).header(user, 700n);
  const sent = [
    ...[header(other, 700n), stranger, altered.toString("base64url"), header(user, 1_001n)],
    ...["", "x", good.slice(1), `${good}a`, `${good.slice(1)} `, [good], undefined],
  ];
  for (const each of sent) expect(await shows(user, each)).toBeUndefined();
});

test("a header does not tell how far the log has come", () => {
  const { header } = open();
  const first = Buffer.from(header(user, 700n), "base64url");
  const next = Buffer.from(header(user, 701n), "base64url");
  expect(first.includes(Buffer.from([0, 0, 0]))).toBe(false);
  expect(first.subarray(16, 22)).not.toEqual(next.subarray(16, 22));
});
