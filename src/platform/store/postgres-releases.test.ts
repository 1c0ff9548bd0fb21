// Known facts of PostgreSQL's minors are reported, and unknown ones are not made up.
import { expect, test } from "vitest";
import { findRelease } from "./postgres-releases.ts";

const now = new Date("2026-11-26T12:00:00Z");

test.each([
  [
    "18.4",
    { releasedOn: "2026-05-14", days: 196, newer: { version: "18.6", releasedOn: "2026-08-13" } },
  ],
  ["18.6", { releasedOn: "2026-08-13", days: 105 }],
  ["15.18 (Debian 15.18-0+deb12u1)", { releasedOn: "2026-05-14", newer: { version: "15.19" } }],
  // Before the table begins, after it ends, and a major version that came later.
  ["17.2", { newer: { version: "17.11", releasedOn: "2026-08-13" } }],
  ["18.9", {}],
  ["19.0", {}],
  ["19beta1", {}],
])("%s", (version, expected) => {
  const release = findRelease(version, now);
  expect(release).toMatchObject(expected);
  expect(Object.keys(release).toSorted()).toEqual(
    [
      "version",
      ...Object.keys({ ...expected, ...("releasedOn" in expected && { days: 0 }) }),
    ].toSorted(),
  );
});
