// Whether bytes are an SVG document that only draws: it has no scripts, no references outside itself and no
// declarations but the document type that older drawing programs write. A real XML parser reads it, so that no
// spelling hides what a browser would see.
import { isUtf8 } from "node:buffer";
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";

const svgNamespace = "http://www.w3.org/2000/svg";
const htmlNamespace = "http://www.w3.org/1999/xhtml";

const forbiddenElements = new Set([
  "script",
  "handler",
  "listener",
  "foreignobject",
  "iframe",
  "frame",
  "object",
  "embed",
  "link",
  "meta",
  "base",
  "audio",
  "video",
  "source",
  "track",
  "img",
  "form",
]);

const addresses = new Set([
  "href",
  "src",
  "srcset",
  "action",
  "formaction",
  "data",
  "poster",
  "background",
  "ping",
]);

/** Attributes that animations must not change, like those of events (`on…`): the new values would not be checked. */
const fixedAttributes = new Set(["href", "src", "style", "base"]);

/** A part of the same document, or an image or font that the reference contains. */
const inside = "#|data:(?:image/(?:png|jpe?g|gif|webp)|font/[a-z0-9]+);base64,";
const reference = new RegExp(`^\\s*(?:$|${inside})`, "i");

/** Parts of a style that load something: an external address, or a function that loads. */
const loading = new RegExp(
  "@import|\\b(?:src|image|image-set|cross-fade|expression)\\(|-moz-binding" +
    `|url\\s*\\((?!\\s*(?:["']\\s*)?(?:${inside}))`,
  "i",
);

/** The document type of SVG 1.1, without an internal subset; what it names is never fetched. */
const standardType =
  'svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"';

/** The most bytes, and the most parts, of a drawing: a signature of a thousand strokes fits. A drawing within these
 * bounds is read before other requests notice. */
const largest = 131_072;
const mostParts = 8_000;
// The parser looks a prefix up through every open element, so depth and number together are time.
const deepest = 32;

const mostNamespaces = 64;

/** Why bytes are refused: they are too large to be read, or not an SVG document that only draws. */
export type FaultOfDrawing = "too large" | "no drawing";

/** Thrown through the parser, which then stops reading. */
class DrawingFault extends Error {
  readonly fault: FaultOfDrawing;

  constructor(fault: FaultOfDrawing) {
    super(fault);
    this.fault = fault;
  }
}

/** Faults of the bytes, unless they are well-formed UTF-8 SVG within the bounds and
 * without anything that runs or leads outside. */
export function faultOfDrawing(bytes: Buffer): FaultOfDrawing | undefined {
  if (bytes.length > largest || partsOf(bytes) > mostParts) return "too large";
  if (!isUtf8(bytes)) return "no drawing";
  try {
    readDrawing(bytes.toString("utf8"));
    return undefined;
  } catch (error) {
    if (error instanceof DrawingFault) return error.fault;
    throw error;
  }
}

/** An upper bound on the parts that the parser handles one by one: counts the characters that every element,
 * attribute, reference, comment, section, line or escape needs. */
function partsOf(bytes: Buffer): number {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const count = (characters: string) =>
    Buffer.from(characters).reduce((sum, byte) => sum + (counts[byte] ?? 0), 0);
  // Each attribute has two quotation marks, and paths are full of minus signs.
  const loose = Math.max(0, count("\"'") - count("=") - count("="));
  return count("<=&\\\n\r]?") + loose + dashesInComments(bytes);
}

function dashesInComments(bytes: Buffer): number {
  let dashes = 0;
  for (let at = bytes.indexOf("<!--"); at !== -1; at = bytes.indexOf("<!--", at)) {
    const end = bytes.indexOf("-->", at + 4);
    const inside = bytes.subarray(at + 4, end === -1 ? bytes.length : end);
    for (const byte of inside) if (byte === dash) dashes += 1;
    at += 4 + inside.length;
  }
  return dashes;
}

const dash = 0x2d;

function readDrawing(text: string): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  // A style's text is checked as a whole: comments and CDATA sections could split a word.
  let style: string | undefined;
  let depth = 0;
  let namespaces = 0;

  parser.on("error", () => refuse());
  parser.on("doctype", (doctype) => {
    if (doctype.trim().replace(/\s+/g, " ").replaceAll("'", '"') !== standardType) refuse();
  });
  parser.on("processinginstruction", () => refuse());
  parser.on("xmldecl", ({ encoding = "UTF-8" }) => {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) refuse();
  });
  parser.on("attribute", ({ name }) => {
    if (name.startsWith("xmlns")) namespaces += 1;
    if (namespaces > mostNamespaces) refuse("too large");
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    if (depth > deepest) refuse("too large");
    if (style !== undefined) refuse();
    if (depth === 1) checkRoot(tag);
    checkElement(tag);
    if (tag.local.toLowerCase() === "style") style = "";
  });
  parser.on("closetag", () => {
    depth -= 1;
    if (style !== undefined) checkStyle(style);
    style = undefined;
  });
  const collect = (part: string) => {
    if (style !== undefined) style += part;
  };
  parser.on("text", collect);
  parser.on("cdata", collect);
  parser.write(text).close();
}

function refuse(fault: FaultOfDrawing = "no drawing"): never {
  throw new DrawingFault(fault);
}

function checkRoot({ local, uri }: SaxesTagNS): void {
  if (local !== "svg" || (uri !== svgNamespace && uri !== "")) refuse();
}

function checkElement(tag: SaxesTagNS): void {
  const { local, uri, attributes } = tag;
  if (uri === htmlNamespace || forbiddenElements.has(local.toLowerCase())) refuse();
  for (const attribute of Object.values(attributes)) checkAttribute(attribute);
}

function checkAttribute({ prefix, local, value }: SaxesAttributeNS): void {
  if (prefix === "xmlns" || (prefix === "" && local === "xmlns")) return;
  const name = local.toLowerCase();
  if (name.startsWith("on") || (prefix === "xml" && name === "base")) refuse();
  if (addresses.has(name) && !reference.test(value)) refuse();
  if (name === "attributename" && isFixed(value)) refuse();
  // Attributes of other namespaces are notes of drawing programs and style nothing.
  if (prefix === "") checkStyle(value);
}

/** Whether a name, or a part of it between colons, is that of a fixed attribute. A pattern over the
 * whole name would try every colon with every end. */
function isFixed(name: string): boolean {
  const parts = name.trim().toLowerCase().split(":");
  return parts.some((part) => fixedAttributes.has(part) || part.startsWith("on"));
}

/** Refuses a style, or an attribute that may be read as one, that would load something. */
function checkStyle(text: string): void {
  if (!/[(@\\]/.test(text)) return;
  const plain = withoutEscapes(text);
  if (loading.test(plain)) refuse();
  // An escape inside an address changes where it leads, so none is accepted there.
  if (text.includes("\\") && /url\s*\(/i.test(plain)) refuse();
}

/** The text as a browser reads it: `\75 rl(` is `url(`. */
function withoutEscapes(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|\r?\n|(.))/gis, (_, hex?: string, other = "") => {
    if (hex === undefined) return other;
    const code = Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}
