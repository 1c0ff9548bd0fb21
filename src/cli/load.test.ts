// Options of `bursar load` that do not go together.
import { expect, test } from "vitest";
import { optionsProblem } from "./load.ts";

test.each([
  [{ locale: "de-DE" }, "--locale goes with --mend alone"],
  [{ locale: "de-DE", check: true }, "--locale goes with --mend alone"],
  [{ mend: "out", check: true }, "--check does not go with --mend, which loads nothing"],
  [{ mend: "out", firm: "1002" }, "--firm does not go with --mend, which loads nothing"],
  [
    { mend: "out", allowPrivileges: true },
    "--allow-privileges does not go with --mend, which loads nothing",
  ],
])("%o is a usage error", (options, misuse) => {
  expect(optionsProblem(options)).toBe(misuse);
});

test.each([
  {},
  { json: true },
  { check: true, firm: "1002", allowPrivileges: true, json: true },
  { mend: "out", locale: "de-DE", json: true },
])("%o is none", (options) => {
  expect(optionsProblem(options)).toBeUndefined();
});
