// The work of checking a credential, and what it reveals: an unknown key as much as a known one.
import { expect, test } from "vitest";
import { openVault, type Vault } from "../keys/vault.ts";
import {
  authenticate,
  authenticateHead,
  type RememberingStore,
  secretBinding,
  tokenHash,
} from "./authenticate.ts";
import { computeSignature } from "./signature.ts";

const now = new Date("2026-03-02T15:00:00.000Z");
const url = "https://api.example.com/restapi/accounts/RA00000001";
const vault = openVault(Buffer.alloc(32, 3));
const credential = {
  apiUserId: "5001",
  firm: { oid: "1002", kind: "institutional", partnerCode: "HARBOR", programOids: [] },
  scopes: new Set(["read"]),
  boundLoginId: undefined,
} as never as Awaited<ReturnType<RememberingStore["byToken"]>>;

const store: RememberingStore = {
  cachedKey: () => undefined,
  byApiKey: async (apiKey) => {
    if (apiKey !== "known" || credential === undefined) return undefined;
    return { ...credential, sealedSecret: vault.seal("the secret", secretBinding("known")) };
  },
  byToken: async (_digest, hash) =>
    hash().equals(tokenHash(vault, "bursar_known")) ? credential : undefined,
};

/** A vault that counts what it opens, and the lengths of what came out. */
function countingVault(): { vault: Vault; opened: number[] } {
  const opened: number[] = [];
  const open: Vault["open"] = (sealed, binding) => {
    const plain = vault.open(sealed, binding);
    opened.push(plain.length);
    return plain;
  };
  return { vault: { ...vault, open }, opened };
}

function signed(apiKey: string, secret: string): string {
  const timestamp = now.toISOString();
  const signature = computeSignature(secret, {
    method: "GET",
    url,
    timestamp,
    body: Buffer.alloc(0),
  });
  const encoded = encodeURIComponent(signature);
  return `FOLIOWS FOLIOWS_API_KEY=${apiKey},FOLIOWS_SIGNATURE=${encoded},FOLIOWS_TIMESTAMP=${timestamp}`;
}

const verify = (authorization: string, by: Vault = vault) =>
  authenticate(
    store,
    by,
    { authorization, method: "GET", urls: () => [url], body: Buffer.alloc(0) },
    now,
  );

test("a known key with its signature identifies its API user", async () => {
  const proof = await verify(signed("known", "the secret"));
  expect(proof?.credential.apiUserId).toBe("5001");
  expect(proof?.signature?.hash).toHaveLength(32);
});

test.each([
  ["a known key with another secret", "known", "another secret"],
  ["an unknown key", "unknown", "the secret"],
  ["an unknown key signed with the stand-in's secret", "unknown", "0".repeat(43)],
  ["the stand-in's own name", "none", "0".repeat(43)],
])("%s identifies nobody, though one secret is opened", async (_, apiKey, secret) => {
  const { vault: counting, opened } = countingVault();
  expect(await verify(signed(apiKey, secret), counting)).toBeUndefined();
  expect(opened).toHaveLength(1);
});

test("a remembered key saves a look-up only where it proves the signature", async () => {
  const found = await store.byApiKey("known", now);
  const asked: string[] = [];
  const remembering: RememberingStore = {
    ...store,
    cachedKey: (apiKey) => (apiKey === "known" ? found : undefined),
    byApiKey: (apiKey, at) => {
      asked.push(apiKey);
      return store.byApiKey(apiKey, at);
    },
  };
  const ask = (apiKey: string, secret: string) =>
    authenticate(
      remembering,
      vault,
      {
        authorization: signed(apiKey, secret),
        method: "GET",
        urls: () => [url],
        body: Buffer.alloc(0),
      },
      now,
    );
  // Its secret is opened by the first look-up.
  expect((await ask("known", "the secret"))?.credential.apiUserId).toBe("5001");
  asked.length = 0;
  expect(await ask("known", "another secret")).toBeUndefined();
  expect(await ask("unknown", "another secret")).toBeUndefined();
  expect(asked).toEqual(["known", "unknown"]);
});

test("a token identifies its API user by its hash alone", async () => {
  expect((await verify("Bearer bursar_known"))?.credential).toBe(credential);
  expect(await verify("Bearer bursar_other")).toBeUndefined();
  expect(
    await verify(`Bearer ${tokenHash(vault, "bursar_known").toString("hex")}`),
  ).toBeUndefined();
});

test("what does not begin as every token is refused without being looked up", async () => {
  const asked: string[] = [];
  const watched: RememberingStore = {
    ...store,
    byToken: async (digest) => {
      asked.push(digest);
      return credential;
    },
  };
  for (const sent of ["known", "Bursar_known", "wrong-bursar_known"]) {
    expect(await authenticateHead(watched, vault, `Bearer ${sent}`, now)).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

test("a token's hash is keyed: without the master key nobody makes one for a token", () => {
  const other = openVault(Buffer.alloc(32, 4));
  expect(tokenHash(vault, "bursar_known")).not.toEqual(tokenHash(other, "bursar_known"));
});

test("a used signature is remembered until no clock within the skew could accept it again", async () => {
  const proof = await verify(signed("known", "the secret"));
  expect(proof?.signature?.expiresAt).toEqual(new Date("2026-03-02T15:10:00.000Z"));
});

test.each([
  ["a known token proves its sender", "Bearer bursar_known", "proven"],
  ["a known key is a claim, whatever it is signed with", signed("known", "guessed"), "claimed"],
  ["an unknown token is nothing", "Bearer bursar_other", undefined],
  ["an unknown key is nothing", signed("unknown", "the secret"), undefined],
  ["no header is nothing", undefined, undefined],
  ["a malformed header is nothing", "FOLIOWS FOLIOWS_API_KEY=known", undefined],
])("of the head alone, %s", async (_, authorization, expected) => {
  const proof = await authenticateHead(store, vault, authorization, now);
  expect(proof && Object.keys(proof)).toEqual(expected && [expected]);
});

test("of the head alone, a time stamp more than five minutes off is nothing", async () => {
  const at = (ms: number) =>
    authenticateHead(store, vault, signed("known", "the secret"), new Date(+now + ms));
  for (const ms of [-300_000, 300_000]) expect(await at(ms)).toHaveProperty("claimed");
  for (const ms of [-300_001, 300_001]) expect(await at(ms)).toBeUndefined();
});
