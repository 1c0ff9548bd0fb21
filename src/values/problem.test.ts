// Checks the words of fields and the order of problems. (interface 7)
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fieldProblem,
  fieldWords,
  forbidden,
  invalid,
  missing,
  notFound,
  ordered,
  type Problem,
  Refusal,
  refusal,
  refuseFor,
  ruleProblem,
  syntax,
} from "./problem.ts";

const sample = { code: "invalid.sample", sentence: "The sample is not valid." };

test.each([
  ["signatureMethod", "signature.method"],
  ["reason.code", "reason.code"],
  ["primaryBeneficiaries[1].firstName", "primary.beneficiaries.first.name"],
  ["primaryBeneficiaries[12]", "primary.beneficiaries"],
  ["w9Withhold", "w9.withhold"],
  ["w9BackupWithholding", "w9.backup.withholding"],
  ["SSN", "ssn"],
  ["memberSSN", "member.ssn"],
  ["SSNValue", "ssn.value"],
  ["issuingFirmRepresentativeOid", "issuing.firm.representative.oid"],
  ["security.previousClosingPrice", "security.previous.closing.price"],
  ["X-Associated-Member-Id", "associated.member.id"],
  ["x-associated-member-id", "associated.member.id"],
  ["Idempotency-Key", "idempotency.key"],
  ["taxyear", "taxyear"],
])("%s in words is %s", (field, words) => {
  expect(fieldWords(field)).toBe(words);
});

test("a missing field keeps its path, and its words make its code", () => {
  const field = "primaryBeneficiaries[1].firstName";
  const errorCode = "null.primary.beneficiaries.first.name";
  expect(missing(field)).toEqual({ type: "VALIDATION_FIELD", field, errorCode });
});

test("the code of a bad field without its own is made of its words", () => {
  const expected = { type: "VALIDATION_FIELD", field: "sharePct", errorCode: "invalid.share.pct" };
  expect(invalid("sharePct")).toEqual(expected);
});

test("a field problem has no message, and a rule problem has no field", () => {
  const { code: errorCode, sentence: message } = sample;
  const field = "a";
  expect(fieldProblem(field, sample)).toEqual({ type: "VALIDATION_FIELD", field, errorCode });
  expect(ruleProblem(sample)).toEqual({ type: "VALIDATION_RULE", errorCode, message });
  expect(syntax(field, message)).toEqual({ type: "SYNTAX", field, message });
});

const types = ["SYNTAX", "VALIDATION_FIELD", "VALIDATION_RULE", "UNSUPPORTED", "REQUEST"];

test("problems are ordered by type, and within a type stay as they were found", () => {
  const problems = fc.array(
    fc.tuple(fc.constantFrom(...types), fc.nat()).map(([type, n]) => ({ type, field: `${n}` })),
  ) as fc.Arbitrary<Problem[]>;
  fc.assert(
    fc.property(problems, (found) => {
      const before = [...found];
      const expected = types.flatMap((type) => found.filter((problem) => problem.type === type));
      expect(ordered(found)).toEqual(expected);
      expect(found).toEqual(before);
    }),
  );
});

function caught(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("without a problem nothing is refused", () => {
  expect(caught(() => refuseFor([]))).toBeUndefined();
});

test("every problem is refused at once, in order, with 400", () => {
  const refused = caught(() =>
    refuseFor([ruleProblem(sample), missing("b"), syntax("a", "The field is unrecognized.")]),
  );
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({
    status: 400,
    headers: {},
    problems: [{ type: "SYNTAX" }, { type: "VALIDATION_FIELD" }, { type: "VALIDATION_RULE" }],
  });
});

test("403 has one sentence and neither field nor code", () => {
  const message = "The user is not allowed to use this request.";
  expect(forbidden()).toMatchObject({ status: 403, problems: [{ type: "REQUEST", message }] });
  expect(Object.keys(forbidden().problems[0] ?? {})).toEqual(["type", "message"]);
});

test("404 and the other refusals carry their code, sentence and headers", () => {
  const { code: errorCode, sentence: message } = sample;
  const problems = [{ type: "REQUEST", errorCode, message }];
  expect(notFound(sample)).toMatchObject({ status: 404, problems, headers: {} });
  const headers = { "retry-after": "1" };
  expect(refusal(409, sample, headers)).toMatchObject({ status: 409, problems, headers });
});
