// A permitted member is read in one way from the cell of a load: no login id ends like a level.
import { expect, test } from "vitest";
import { permissionLevels } from "../../../reference/codes.ts";
import { loginIdForm } from "../../../values/names.ts";
import { columnsOfPermitted } from "./permitted-logins.ts";

const levels = permissionLevels.rows.map(({ code }) => code);

test.each(levels)("no login id ends in :%s, which a load reads as the level", (level) => {
  expect(loginIdForm.test("bob")).toBe(true);
  expect(loginIdForm.test(`bob:${level}`)).toBe(false);
  const permission = level === "AC" ? "AM" : level;
  expect(columnsOfPermitted(`bob:${level}`)).toMatchObject({ login_id: "bob", permission });
});

test("another colon belongs to the login id", () => {
  expect(columnsOfPermitted("bob:smith")).toMatchObject({
    login_id: "bob:smith",
    permission: "DV",
  });
});
