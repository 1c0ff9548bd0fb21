// The facts of a credential that are remembered, and for how long. (interface 5)

import type { Id } from "@bursar/values/ids";
import { expect, test } from "vitest";
import type { CredentialStore, SigningCredential } from "./authenticate.ts";
import { cacheCredentials } from "./credential-cache.ts";

const start = new Date("2026-03-02T15:00:00Z");
const after = (ms: number) => new Date(+start + ms);

function counted(facts: { expiresAt?: Date; isKnown?: boolean } = {}) {
  const { expiresAt, isKnown = true } = facts;
  const lookups = { count: 0 };
  const credential: SigningCredential = {
    apiUserId: "1" as Id,
    firm: { oid: "1" as Id, kind: "institutional", partnerCode: "X", programOids: [] },
    scopes: new Set(),
    boundLoginId: undefined,
    expiresAt,
    sealedSecret: Buffer.alloc(0),
  };
  const find = async () => {
    lookups.count += 1;
    return isKnown ? credential : undefined;
  };
  const store: CredentialStore = { byApiKey: find, byTokenHash: find };
  const remembered = cacheCredentials(store);
  const byApiKey = async (apiKey: string, now: Date) =>
    remembered.cachedKey(apiKey, now) ?? remembered.byApiKey(apiKey, now);
  return { lookups, remembered: { ...remembered, byApiKey } };
}

test("a credential is looked up once in four seconds", async () => {
  const { lookups, remembered } = counted();
  for (const ms of [0, 1, 3_999]) await remembered.byApiKey("key", after(ms));
  expect(lookups.count).toBe(1);
  await remembered.byApiKey("key", after(4_000));
  expect(lookups.count).toBe(2);
});

test("after the clock goes back no remembered credential is trusted", async () => {
  const { lookups, remembered } = counted();
  const hash = () => Buffer.from("a");
  await remembered.byToken("a", hash, start);
  await remembered.byToken("a", hash, after(-1));
  expect(lookups.count).toBe(2);
});

test("an expired credential is not trusted any longer", async () => {
  const { lookups, remembered } = counted({ expiresAt: after(1_000) });
  await remembered.byApiKey("key", after(999));
  await remembered.byApiKey("key", after(1_000));
  expect(lookups.count).toBe(2);
});

test("an unknown credential is looked up each time", async () => {
  const { lookups, remembered } = counted({ isKnown: false });
  await remembered.byApiKey("key", start);
  await remembered.byApiKey("key", start);
  expect(lookups.count).toBe(2);
});

test("a remembered token is neither hashed with the key nor looked up again", async () => {
  const { lookups, remembered } = counted();
  let hashed = 0;
  const hash = () => {
    hashed += 1;
    return Buffer.from("a");
  };
  for (const ms of [0, 3_999]) await remembered.byToken("a", hash, after(ms));
  expect([lookups.count, hashed]).toEqual([1, 1]);
  await remembered.byToken("b", hash, after(3_999));
  await remembered.byToken("a", hash, after(4_000));
  expect([lookups.count, hashed]).toEqual([3, 3]);
});

test("a token that nobody has is looked up once in a second, and no other for it", async () => {
  const { lookups, remembered } = counted({ isKnown: false });
  const hash = () => Buffer.from("a");
  for (const ms of [0, 1, 999]) await remembered.byToken("a", hash, after(ms));
  expect(lookups.count).toBe(1);
  await remembered.byToken("b", hash, after(999));
  await remembered.byToken("a", hash, after(1_000));
  expect(lookups.count).toBe(3);
  await remembered.byToken("a", hash, after(999));
  expect(lookups.count).toBe(4);
});

test("guesses take no more memory than a thousand tokens", async () => {
  const { lookups, remembered } = counted({ isKnown: false });
  const hash = () => Buffer.from("a");
  for (let at = 0; at <= 1_000; at += 1) await remembered.byToken(`${at}`, hash, start);
  await remembered.byToken("1000", hash, start);
  expect(lookups.count).toBe(1_001);
  await remembered.byToken("0", hash, start);
  expect(lookups.count).toBe(1_002);
});
