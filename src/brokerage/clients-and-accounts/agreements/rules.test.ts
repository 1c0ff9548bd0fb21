// Every reason for which a signature is refused, in order of precedence.
import { expect, test } from "vitest";
import type { JsonValue } from "../../../values/json.ts";
import type { Problem } from "../../../values/problem.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields } from "../../../values/wire.ts";
import { isSignedByAll, problemsWith, rulesOfRequest } from "./rules.ts";
import { SignedAgreement } from "./schema.ts";

const base64 = (content: string | Buffer) => Buffer.from(content).toString("base64");
const svg = base64("<svg/>");
const gif = base64("GIF89a");
const jpg = base64(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
const png = base64(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
const pdf = base64("%PDF-1.7");

const image = {
  loginId: "ada.whitfield",
  signatureMethod: "SIGNATURE_IMAGE",
  signatureImageEncoding: "SVG",
  signatureData: svg,
};
const signedPdf = {
  loginId: "ada.whitfield",
  signatureMethod: "SIGNED_PDF",
  signatureData: pdf,
};

const requestFacts = {
  now: new Date(0),
  params: {},
  query: {},
  firmKind: "institutional",
} as const;

/** The refusals of the shape stage: `<field> <code>`, or `<field> SYNTAX`. */
function refusalsOf(body: Readonly<Record<string, unknown>>): string[] {
  const problems: Problem[] = [];
  const decoded = decodeSoundFields(SignedAgreement, body as JsonValue, problems);
  problems.push(...checkShape(rulesOfRequest, decoded, requestFacts, problems));
  return problems.map((problem) => {
    const field = "field" in problem ? problem.field : "";
    return `${field} ${"errorCode" in problem ? problem.errorCode : problem.type}`;
  });
}

test.each([
  ["an SVG image", image],
  ["a GIF image", { ...image, signatureImageEncoding: "GIF", signatureData: gif }],
  ["a JPG image", { ...image, signatureImageEncoding: "JPG", signatureData: jpg }],
  ["a PNG image", { ...image, signatureImageEncoding: "PNG", signatureData: png }],
  ["a tag of another kind", { ...image, signatureData: `data:image/gif;base64,${svg}` }],
  ["a tag in capitals", { ...image, signatureData: `DATA:IMAGE/PNG:BASE64,${svg}` }],
  ["a signed PDF", signedPdf],
  ["a PDF together with an encoding", { ...signedPdf, signatureImageEncoding: "PNG" }],
  ["a PDF together with an unknown encoding", { ...signedPdf, signatureImageEncoding: "TIFF" }],
  ["the W-9 option as a truth value", { ...image, w9Withhold: true }],
  ["the W-9 option as a text", { ...image, w9Withhold: "False" }],
  ["the W-9 option as null", { ...image, w9Withhold: null }],
])("%s is a signature", (_, body) => {
  expect(refusalsOf(body)).toEqual([]);
});

const { loginId: _loginId, ...withoutLoginId } = image;
const { signatureMethod: _method, ...withoutMethod } = image;
const { signatureImageEncoding: _encoding, ...withoutEncoding } = image;
const { signatureData: _data, ...withoutData } = image;

test.each([
  ["an unknown field", { ...image, signer: "x" }, ["signer SYNTAX"]],
  [
    "loginid in lower case",
    { ...withoutLoginId, loginid: "ada.whitfield" },
    ["loginid SYNTAX", "loginId null.login.id"],
  ],
  ["a login id that is no text", { ...image, loginId: true }, ["loginId SYNTAX"]],
  ["data that is no text", { ...image, signatureData: true }, ["signatureData SYNTAX"]],
  [
    "an encoding that is no text",
    { ...image, signatureImageEncoding: true },
    ["signatureImageEncoding SYNTAX"],
  ],
  ["no login id", withoutLoginId, ["loginId null.login.id"]],
  ["an empty login id", { ...image, loginId: "" }, ["loginId invalid.login.id"]],
  ["no data", withoutData, ["signatureData null.signature.data"]],
  ["null for data", { ...image, signatureData: null }, ["signatureData null.signature.data"]],
  ["no method", withoutMethod, ["signatureMethod null.signature.method"]],
  ["another method", { ...image, signatureMethod: "FAX" }, ["signatureMethod invalid.choice"]],
  [
    "a method in lower case",
    { ...image, signatureMethod: "signed_pdf" },
    ["signatureMethod invalid.choice"],
  ],
  ["no encoding", withoutEncoding, ["signatureImageEncoding null.signature.image.encoding"]],
  [
    "null for the encoding",
    { ...image, signatureImageEncoding: null },
    ["signatureImageEncoding null.signature.image.encoding"],
  ],
  [
    "another encoding",
    { ...image, signatureImageEncoding: "TIFF" },
    ["signatureImageEncoding invalid.choice"],
  ],
  [
    "a W-9 option that is neither",
    { ...image, w9Withhold: "maybe" },
    ["w9Withhold invalid.w9.withhold"],
  ],
  ["empty data", { ...image, signatureData: "" }, ["signatureData invalid.signature.data"]],
  [
    "data that is no Base64",
    { ...image, signatureData: `${svg}\n` },
    ["signatureData invalid.signature.data"],
  ],
  [
    "bytes of another encoding",
    { ...image, signatureData: gif },
    ["signatureData invalid.signature.data"],
  ],
  [
    "bytes that only the tag names",
    {
      ...image,
      signatureData: `data:image/gif;base64,${gif}`,
    },
    ["signatureData invalid.signature.data"],
  ],
  [
    "an SVG that runs",
    { ...image, signatureData: base64("<svg onload='x'/>") },
    ["signatureData invalid.signature.data"],
  ],
  ["a PDF as an image", { ...image, signatureData: pdf }, ["signatureData invalid.signature.data"]],
  [
    "an image as a PDF",
    { ...signedPdf, signatureData: png },
    ["signatureData invalid.signature.data"],
  ],
  [
    "a tag before a PDF",
    { ...signedPdf, signatureData: `data:image/gif;base64,${pdf}` },
    ["signatureData invalid.signature.data"],
  ],
  [
    "no login id and bytes of another encoding",
    { ...withoutLoginId, signatureData: gif },
    ["loginId null.login.id", "signatureData invalid.signature.data"],
  ],
  [
    "no method and data that is no Base64",
    { ...withoutMethod, signatureData: "-" },
    ["signatureData invalid.signature.data", "signatureMethod null.signature.method"],
  ],
])("%s is refused", (_, body, refusals) => {
  expect(refusalsOf(body)).toEqual(refusals);
});

test("only an owner signs", () => {
  const problems: Problem[] = [];
  const body = decodeSoundFields(SignedAgreement, image as JsonValue, problems) as SignedAgreement;
  const owners = ["ben.whitfield", "ada.whitfield"];
  expect(problemsWith(body, { owners, hasRoom: true })).toEqual([]);
  expect(problemsWith(body, { owners: ["ben.whitfield"], hasRoom: true })).toEqual([
    {
      type: "VALIDATION_RULE",
      errorCode: "agreement.signer.rule",
      message: "The member is not an owner of the account.",
    },
  ]);
});

test("a firm without capacity stores no signature, whoever signs", () => {
  const body = decodeSoundFields(SignedAgreement, image as JsonValue, []) as SignedAgreement;
  const codes = (owners: readonly string[]) =>
    problemsWith(body, { owners, hasRoom: false }).map(
      (each) => "errorCode" in each && each.errorCode,
    );
  expect(codes(["ada.whitfield"])).toEqual(["agreement.storage.rule"]);
  expect(codes([])).toEqual(["agreement.signer.rule", "agreement.storage.rule"]);
});

test.each([
  [["a"], ["a"], true],
  [["a", "b"], ["b", "a", "c"], true],
  [["a", "b"], ["a", "a"], false],
  [["a"], [], false],
])("owners %j of whom %j signed: whole is %s", (owners, signed, isWhole) => {
  expect(isSignedByAll(owners, signed)).toBe(isWhole);
});
