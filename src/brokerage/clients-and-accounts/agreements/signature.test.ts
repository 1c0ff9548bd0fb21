// Tags, strict Base64 and the first bytes of each kind of signature.
import { expect, test } from "vitest";
import { decodeSignature, faultOfContent, type SignatureKind } from "./signature.ts";

const gif = Buffer.from("GIF89a");
const base64 = gif.toString("base64");

test.each([
  ["data:image/gif;base64,"],
  ["data:image/jpg:base64,"],
  ["data:image/png:base64,"],
  ["DATA:IMAGE/GIF;BASE64,"],
  ["Data:Image/Jpg:Base64,"],
  ["data:image/jpg;base64,"],
  ["data:image/jpeg;base64,"],
  ["data:image/png;base64,"],
  ["data:image/svg+xml;base64,"],
])("the tag %s is stripped whatever follows it", (tag) => {
  expect(decodeSignature(tag + base64)).toEqual({ bytes: gif, isTagged: true });
});

test("no tag is needed", () => {
  expect(decodeSignature(base64)).toEqual({ bytes: gif, isTagged: false });
});

test.each([
  ["an empty text", ""],
  ["a tag alone", "data:image/gif;base64,"],
  ["two tags", `data:image/gif;base64,data:image/gif;base64,${base64}`],
  ["a tag that is none of the list", `data:image/gif:base64,${base64}`],
  ["a tag of another kind of file", `data:application/pdf;base64,${base64}`],
  ["a tag after a blank", ` data:image/gif;base64,${base64}`],
  ["a blank before", ` ${base64}`],
  ["a blank inside", `${base64.slice(0, 4)} ${base64.slice(4)}`],
  ["a line break at the end", `${base64}\n`],
  ["a line break inside", `${base64.slice(0, 4)}\r\n${base64.slice(4)}`],
  ["a stray character", `${base64.slice(0, 4)}!${base64.slice(4)}`],
  ["the alphabet for addresses", "-_-_"],
  ["missing padding", "QQ"],
  ["half of the padding", "QQ="],
  ["too much padding", "QUI=="],
  ["padding in the middle", "QQ==QQ=="],
  ["bits left over", "QR=="],
  ["a single character", "Q"],
  ["a letter beyond ASCII", "QQé="],
])("%s is no Base64", (_, sent) => {
  expect(decodeSignature(sent)).toBeUndefined();
});

test("four mebibytes are decoded and refused quickly", () => {
  const long = Buffer.alloc(3 * 1024 * 1024, 0xa5).toString("base64");
  // Only this process's CPU time: others may be busy.
  const start = process.cpuUsage();
  expect(decodeSignature(long)?.bytes.length).toBe(3 * 1024 * 1024);
  expect(decodeSignature(`${long.slice(0, -1)}!`)).toBeUndefined();
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});

const samples: Readonly<Record<SignatureKind, readonly Buffer[]>> = {
  SVG: [Buffer.from("<svg/>")],
  GIF: [Buffer.from("GIF87a"), Buffer.from("GIF89a")],
  JPG: [Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  PNG: [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  PDF: [Buffer.from("%PDF-1.7\n")],
};
const kinds = Object.keys(samples) as SignatureKind[];

test.each(kinds)("bytes of %s are recognised as that kind and no other", (kind) => {
  for (const bytes of samples[kind]) {
    expect(kinds.filter((each) => faultOfContent(bytes, each) === undefined)).toEqual([kind]);
  }
});

test.each(kinds)("%s is recognised only with all of its first bytes, at the very start", (kind) => {
  for (const bytes of samples[kind]) {
    expect(faultOfContent(Buffer.concat([Buffer.from("."), bytes]), kind)).toBe("other kind");
    expect(faultOfContent(bytes.subarray(0, 2), kind)).toBe("other kind");
  }
});
