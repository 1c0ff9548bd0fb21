// A sealed value opens for its own row alone, and every purpose has a key of its own.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { openVault, VaultFault } from "./vault.ts";

const vault = openVault(Buffer.alloc(32, 7));

test("a sealed value opens again, as text or as bytes", () => {
  expect(vault.open(vault.seal("123-45-6789", "member:ana:ssn"), "member:ana:ssn")).toEqual(
    Buffer.from("123-45-6789"),
  );
  const bytes = Buffer.from([0, 255, 1]);
  expect(vault.open(vault.seal(bytes, "row"), "row")).toEqual(bytes);
  expect(vault.open(vault.seal("", "row"), "row")).toEqual(Buffer.alloc(0));
});

test("a sealed value begins with its key version and never repeats", () => {
  const one = vault.seal("same", "row");
  const two = vault.seal("same", "row");
  expect(one[0]).toBe(1);
  expect(one).toHaveLength(1 + 12 + 16 + 4);
  expect(one.equals(two)).toBe(false);
});

test("a sealed value does not open for another row, another key or after any change", () => {
  const sealed = vault.seal("secret", "member:ana:ssn");
  expect(() => vault.open(sealed, "member:bob:ssn")).toThrow(VaultFault);
  expect(() => openVault(Buffer.alloc(32, 8)).open(sealed, "member:ana:ssn")).toThrow(VaultFault);
  for (const place of sealed.keys()) {
    const altered = Buffer.from(sealed);
    altered[place] = (altered[place] ?? 0) ^ 1;
    expect(() => vault.open(altered, "member:ana:ssn"), `byte ${place}`).toThrow(VaultFault);
  }
  expect(() => vault.open(sealed.subarray(0, 28), "member:ana:ssn")).toThrow(VaultFault);
});

test("hashes are equal for the same value and purpose, and only then", () => {
  expect(vault.hash("ssn", "1")).toEqual(openVault(Buffer.alloc(32, 7)).hash("ssn", "1"));
  expect(vault.hash("ssn", "1")).toHaveLength(32);
  expect(vault.hash("ssn", "1")).not.toEqual(vault.hash("ssn", "2"));
  expect(vault.hash("ssn", "1")).not.toEqual(vault.hash("token", "1"));
  expect(vault.hash("ssn", "1")).not.toEqual(openVault(Buffer.alloc(32, 8)).hash("ssn", "1"));
});

test("the keys derived from a master key never change", () => {
  expect(vault.hash("ssn", "123456789").toString("hex")).toMatchInlineSnapshot(
    `"4b3ff2923ff92f54f20ca1fef86d92396318d9544857f011ecbd3f43b6e4690e"`,
  );
  const mac = createHmac("sha256", vault.auditKey).update("entry").digest("hex");
  expect(mac).toMatchInlineSnapshot(
    `"7c676e466a2fd8c1ed69397962b94fe57d393d2e84443a3abc7ce4d512908ffe"`,
  );
});

test("a master key has 32 bytes", () => {
  expect(() => openVault(Buffer.alloc(31))).toThrow("32 bytes");
});
