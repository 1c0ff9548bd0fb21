// The rules of recording accreditation: a row per reason.
import { expect, test } from "vitest";
import { checkShape } from "../../../values/shape-rule.ts";
import { problemsWithAccreditation, rulesOfAccreditation } from "./rules.ts";

const now = new Date("2026-03-02T15:00:00Z");
const good = {
  parentVerifyLevel: "A",
  parentVerifyLevelExpirationDate: "2027-03-01",
  verifyMethod: "N",
};

test.each<[object, string[]]>([
  [{}, []],
  [{ loginId: "mia.torres" }, []],
  [{ loginId: "leo.torres" }, ["uri.matching.rule"]],
  [{ parentVerifyLevelExpirationDate: undefined }, ["null.parent.verify.level.expiration.date"]],
  [{ parentVerifyLevelExpirationDate: "2026-03-02" }, []],
  [
    { parentVerifyLevelExpirationDate: "2026-03-01" },
    ["invalid.parent.verify.level.expiration.date"],
  ],
  [{ parentVerifyLevelExpirationDate: "2031-03-02" }, []],
  [
    { parentVerifyLevelExpirationDate: "2031-03-03" },
    ["invalid.parent.verify.level.expiration.date"],
  ],
  [{ parentVerifyLevel: "N" }, ["invalid.parent.verify.level.expiration.date"]],
  [{ parentVerifyLevel: "N", parentVerifyLevelExpirationDate: undefined }, []],
  [{ subVerifyLevelExpirationDate: "2027-03-01" }, []],
  [{ subVerifyLevelExpirationDate: "2027-03-02" }, ["invalid.sub.verify.level.expiration.date"]],
  [{ verifyMethod: "T" }, ["null.verify.note"]],
  [{ verifyMethod: "T", verifyNote: "Letter" }, []],
  [{ verifyTimestamp: now }, []],
  [{ verifyTimestamp: new Date(+now + 1) }, ["invalid.verify.timestamp"]],
  [
    {
      parentVerifyLevel: "N",
      parentVerifyLevelExpirationDate: undefined,
      subVerifyLevel: "C",
    },
    ["invalid.accreditation.verification.sublevel"],
  ],
  ...["O", "C", "P", "I"].flatMap((subVerifyLevel) =>
    ["I", "N", "T", "A"].map((verifyMethod): [object, string[]] => {
      const fit = { O: "INT", C: "NTA", P: "NT", I: "NT" }[subVerifyLevel] ?? "";
      const wrong = ["invalid.accreditation.verification.method"];
      const body = { subVerifyLevel, verifyMethod, verifyNote: "Letter" };
      return [body, fit.includes(verifyMethod) ? [] : wrong];
    }),
  ),
])("%j", (fields, codes) => {
  const about = {
    now,
    params: { loginid: "mia.torres" },
    query: {},
    firmKind: "institutional" as const,
  };
  const problems = checkShape(rulesOfAccreditation, { ...good, ...fields }, about, []);
  expect(problems.map((each) => "errorCode" in each && each.errorCode)).toEqual(codes);
});

test("only a client is accredited", () => {
  expect(problemsWithAccreditation("client")).toEqual([]);
  expect(problemsWithAccreditation("staff")).toMatchObject([
    { errorCode: "accreditation.member.rule" },
  ]);
});
