// The user who runs a command, also where the system has no name for it.
import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { systemUser } from "./system-user.ts";

test("the user of the system is named", () => {
  expect(systemUser()).toBe(userInfo().username);
});

test("a user without an entry is named by its number", () => {
  const missing = Object.assign(new Error("uv_os_get_passwd"), { code: "ERR_SYSTEM_ERROR" });
  const lookUp = () => {
    throw missing;
  };
  expect(systemUser(lookUp)).toBe(String(process.getuid?.()));
});

test("any other failure is not hidden", () => {
  const lookUp = () => {
    throw new TypeError("broken");
  };
  expect(() => systemUser(lookUp)).toThrow("broken");
});
