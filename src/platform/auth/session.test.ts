// The proof of a session, and when it ends.

import type { Id } from "@bursar/values/ids";
import { describe, expect, test } from "vitest";
import { openVault } from "../keys/vault.ts";
import {
  decodeSecret,
  encodeSecret,
  isPageToken,
  isUseNews,
  isValidSecret,
  linkEnd,
  pageToken,
  secretHash,
  sessionEnd,
} from "./session.ts";

const vault = openVault(Buffer.alloc(32, 3));
const start = new Date("2026-03-02T15:00:00Z");
const later = (minutes: number, ms = 0) => new Date(+start + minutes * 60_000 + ms);
const secret = "s".repeat(43);
const row = {
  id: "17" as Id,
  apiUserId: "5001" as Id,
  loginId: "harbor.lin",
  at: start,
  linkedBy: null,
};
const hash = secretHash(vault, "console-session", row, secret);

describe("a secret", () => {
  test("is written with the id of its row, and read again", () => {
    const given = { id: row.id, secret };
    expect(decodeSecret(encodeSecret(given))).toEqual(given);
  });

  test.each(["", secret, `17${secret}`, `0.${secret}`, `17.${secret}s`, `17.${secret}\n`, "17."])(
    "is not read from %j",
    (text) => {
      expect(decodeSecret(text)).toBeUndefined();
    },
  );

  test("proves the row that it was made for", () => {
    expect(isValidSecret(vault, "console-session", { ...row, hash }, secret)).toBe(true);
  });

  test.each([
    ["another secret", row, "t".repeat(43), hash],
    ["another id", { ...row, id: "18" as Id }, secret, hash],
    ["another API user", { ...row, apiUserId: "5004" as Id }, secret, hash],
    ["another person", { ...row, loginId: "bursar.ops" }, secret, hash],
    ["another maker of its link", { ...row, linkedBy: "bursar.ops" }, secret, hash],
    ["a later start", { ...row, at: later(0, 1) }, secret, hash],
    ["a cut hash", row, secret, hash.subarray(1)],
    ["no hash", row, secret, Buffer.alloc(0)],
  ])("proves nothing of a row with %s", (_, of, given, stored) => {
    expect(isValidSecret(vault, "console-session", { ...of, hash: stored }, given)).toBe(false);
  });

  test("of a link is none of a session, nor is one under another master key", () => {
    expect(isValidSecret(vault, "console-link", { ...row, hash }, secret)).toBe(false);
    const other = openVault(Buffer.alloc(32, 4));
    expect(isValidSecret(other, "console-session", { ...row, hash }, secret)).toBe(false);
  });
});

describe("the token of a page", () => {
  const proof = { id: row.id, secret };

  test("is that of its session alone", () => {
    const token = pageToken(vault, proof);
    expect(isPageToken(vault, proof, token)).toBe(true);
    for (const other of [
      { ...proof, id: "18" as Id },
      { ...proof, secret: "t".repeat(43) },
    ]) {
      expect(isPageToken(vault, other, token)).toBe(false);
    }
  });

  test.each([undefined, "", "x", ["a", "b"], `${pageToken(vault, { id: row.id, secret })}x`])(
    "is not %j",
    (given) => {
      expect(isPageToken(vault, proof, given)).toBe(false);
    },
  );
});

describe("time", () => {
  test("ends a link after 15 minutes", () => {
    expect(linkEnd(start)).toEqual(later(15));
  });

  test("ends a session 30 minutes after its last use, and 12 hours after its start", () => {
    expect(sessionEnd(start, start)).toEqual(later(30));
    expect(sessionEnd(start, later(100))).toEqual(later(130));
    expect(sessionEnd(start, later(719))).toEqual(later(720));
  });

  test("makes a use worth noting once a minute", () => {
    expect([later(1, -1), later(1)].map((at) => isUseNews(start, at))).toEqual([false, true]);
  });
});
