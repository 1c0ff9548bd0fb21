// The SVG documents that only draw, and the refusal of each way of doing more.
import { expect, test } from "vitest";
import { faultOfDrawing } from "./drawing.ts";

const ns = 'xmlns="http://www.w3.org/2000/svg"';
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const inSvg = (inside: string) => `<svg ${ns} ${xlink}>${inside}</svg>`;
const styled = (css: string) => inSvg(`<style>${css}</style>`);
const dtd = "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd";
const doctype = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${dtd}">`;
const png = "data:image/png;base64,iVBORw0KGgo=";

test.each([
  ["a path", inSvg('<path d="M0 0L9 9"/>')],
  ["an empty drawing", `<svg ${ns}/>`],
  ["a drawing without a namespace", '<svg><path d="M0 0"/></svg>'],
  ["a prefix for the namespace", '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>'],
  ["a declaration", `<?xml version="1.0" encoding="UTF-8"?>\n<svg ${ns}/>`],
  ["a byte order mark", `\ufeff<svg ${ns}/>`],
  ["comments", `<!-- a --><svg ${ns}><!-- <script/> --></svg><!-- b -->`],
  ["the five entities of XML", inSvg("<title>&lt;script&gt; &amp; &#65;</title>")],
  ["a style", styled(".ink{stroke:#000}")],
  ["a gradient of its own", inSvg('<rect fill="url(#ink)" style="mask: url( \'#m\' )"/>')],
  ["a part used again", inSvg('<use href="#p"/><use xlink:href="#p"/>')],
  ["an embedded image", inSvg(`<image href="${png}"/><image xlink:href="${png}"/>`)],
  ["an embedded font", styled("@font-face{src:url(data:font/woff2;base64,AAAA)}")],
  ["words with brackets", inSvg('<g aria-label="Signature (Ada) \\ 2026"/>')],
  ["notes of a drawing program", inSvg('<i:view xmlns:i="urn:i" i:doc="C:\\image(1).svg"/>')],
  ["the document type of SVG 1.1", `<?xml version="1.0"?>\n${doctype}\n<svg ${ns}/>`],
  [
    "the same on lines, in other quotes",
    `<!DOCTYPE svg\n PUBLIC\t'-//W3C//DTD SVG 1.1//EN'\n '${dtd}'\n><svg ${ns}/>`,
  ],
  ["an animation", inSvg('<animate attributeName="opacity" values="0;1"/>')],
])("%s is accepted", (_, svg) => {
  expect(faultOfDrawing(Buffer.from(svg))).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["plain text", "signed"],
  ["another root", `<html ${ns}/>`],
  ["a root of another namespace", '<svg xmlns="urn:other"/>'],
  ["a root in other case", `<SVG ${ns}/>`],
  ["two roots", `<svg ${ns}/><svg ${ns}/>`],
  ["text after the root", `<svg ${ns}/>more`],
  ["an open element", `<svg ${ns}><g></svg>`],
  ["an unbound prefix", "<svg><x:g/></svg>"],
  ["an attribute given twice", `<svg ${ns} id="a" id="b"/>`],
  ["another encoding", '<?xml version="1.0" encoding="UTF-7"?><svg/>'],
  ["a document type", `<!DOCTYPE svg><svg ${ns}/>`],
  ["a document type with an entity", `<!DOCTYPE svg [<!ENTITY a "b">]><svg ${ns}>&a;</svg>`],
  ["an external entity", `<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg ${ns}/>`],
  ["the standard type with a subset", `${doctype.slice(0, -1)} []><svg ${ns}/>`],
  ["its entity", `${doctype.slice(0, -1)} [<!ENTITY a "b">]><svg ${ns}>&a;</svg>`],
  ["an entity under it", `${doctype}<svg ${ns}>&nbsp;</svg>`],
  ["it with another DTD", `${doctype.replace("svg11.dtd", "svg11.dtd.evil")}<svg ${ns}/>`],
  ["it over TLS", `${doctype.replace("http:", "https:")}<svg ${ns}/>`],
  ["it of SVG 1.0", `${doctype.replace("SVG 1.1", "SVG 1.0")}<svg ${ns}/>`],
  ["it of another root", `${doctype.replace("svg", "html")}<svg ${ns}/>`],
  ["it in small letters", `${doctype.replace("DOCTYPE", "doctype")}<svg ${ns}/>`],
  ["it twice", `${doctype}${doctype}<svg ${ns}/>`],
  ["it after the root", `<svg ${ns}/>${doctype}`],
  ["it with more behind it", `${doctype.slice(0, -1)} "x"><svg ${ns}/>`],
  ["a script under it", `${doctype}<svg ${ns}><script/></svg>`],
  ["an entity that is not declared", inSvg("&nbsp;")],
  ["a style sheet by instruction", `<?xml-stylesheet href="x.css"?><svg ${ns}/>`],
  ["an instruction inside", inSvg("<?php echo 1 ?>")],
  ["a script", inSvg("<script>alert(1)</script>")],
  ["a script in other case", inSvg("<ScRiPt/>")],
  ["a script behind a prefix", '<svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></svg>'],
  ["a script of XHTML", inSvg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>')],
  ["any element of XHTML", inSvg('<p xmlns="http://www.w3.org/1999/xhtml">a</p>')],
  ["a foreign object", inSvg("<foreignObject/>")],
  ["a handler element", inSvg('<handler type="text/javascript"/>')],
  ["an event attribute", `<svg ${ns} onload="alert(1)"/>`],
  ["an event attribute in other case", inSvg('<g ONCLICK="alert(1)"/>')],
  ["an event attribute behind a prefix", inSvg('<g xmlns:e="urn:e" e:onclick="x"/>')],
  ["a link to a script", inSvg('<a href="javascript:alert(1)"/>')],
  ["a link behind references", inSvg('<a xlink:href="&#106;avascript:alert(1)"/>')],
  ["a link elsewhere", inSvg('<a href="https://evil.example/"/>')],
  ["a part of another document", inSvg('<use href="other.svg#p"/>')],
  ["an image elsewhere", inSvg('<image href="https://evil.example/a.png"/>')],
  ["an image without a scheme", inSvg('<image xlink:href="//evil.example/a.png"/>')],
  ["an embedded document", inSvg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
  ["an embedded page", inSvg('<use href="data:text/html;base64,PHA+"/>')],
  ["another base", inSvg('<g xml:base="https://evil.example/"><use href="#p"/></g>')],
  ["a filter's image", inSvg('<filter><feImage href="a.png"/></filter>')],
  ["an animated link", inSvg('<set attributeName="href" to="javascript:alert(1)"/>')],
  ["an animated link behind a line end", inSvg('<set attributeName="&#10;HREF&#10;" to="//e"/>')],
  ["an animated event behind prefixes", inSvg('<set attributeName="a:OnClick&#10;x" to="x"/>')],
  ["an animated prefixed link", inSvg('<animate attributeName="xlink:href" values="//e"/>')],
  ["an animated event", inSvg('<set attributeName="onclick" to="alert(1)"/>')],
  ["an animated paint", inSvg('<set attributeName="fill" to="url(//evil.example#a)"/>')],
  ["a paint elsewhere", inSvg('<g fill="url(https://evil.example/a.svg#p)"/>')],
  ["a style attribute elsewhere", inSvg("<g style=\"background:URL( '//evil.example' )\"/>")],
  ["a second address", inSvg('<g style="mask:url(#a);fill:url(//evil.example)"/>')],
  ["an address left open", inSvg("<g style='fill:url(\"//evil.example'/>")],
  ["an address in escapes", inSvg('<g fill="\\75 rl(//evil.example#a)"/>')],
  ["an escape in an address", inSvg('<g fill="url(#\\29 url(//evil.example))"/>')],
  ["a function that loads", styled('a{background:image-set("//evil.example" 1x)}')],
  ["an import", styled('@import "//evil.example/a.css";')],
  ["an import in escapes", styled('@\\69mport "//evil.example/a.css";')],
  ["an import cut by a comment", styled('@im<!-- -->port "//evil.example";')],
  ["an import cut by CDATA", styled('@im<![CDATA[port "//evil.example";]]>')],
  ["an import in references", styled("@&#105;mport '//evil.example';")],
  ["an element in a style", styled("@im<g/>port '//evil.example';")],
  ["a font elsewhere", styled("@font-face{src:url(//evil.example/f.woff)}")],
])("%s is refused", (_, svg) => {
  expect(faultOfDrawing(Buffer.from(svg))).toBe("no drawing");
});

test.each([
  ["bytes that are no UTF-8", Buffer.from([...Buffer.from("<svg>"), 0xff])],
  ["UTF-16", Buffer.from(`\ufeff<svg ${ns}/>`, "utf16le")],
  ["U+0000", Buffer.from("<svg>\0</svg>")],
])("%s are refused", (_, bytes) => {
  expect(faultOfDrawing(bytes)).toBe("no drawing");
});

const nested = (levels: number, inside = "") =>
  `${"<g>".repeat(levels - 1)}${inside}${"</g>".repeat(levels - 1)}`;
const attributes = (count: number, name: string) =>
  `<g ${Array.from({ length: count }, (_, at) => `${name}${at}="u"`).join(" ")}/>`;
const textOf = (length: number) =>
  `<text>${"a".repeat(length - inSvg("<text></text>").length)}</text>`;
const commented = (dashes: number) => `<!-- - --><!--${"-x".repeat(dashes - 2)}-->`;
// The root has three marks of its own.
const most = 8_000 - 4;

test.each([
  ["bytes", inSvg(textOf(131_072)), inSvg(textOf(131_073))],
  ["elements", inSvg("<g/>".repeat(most)), inSvg("<g/>".repeat(most + 1))],
  ["comments", inSvg("<!---->".repeat(most)), inSvg("<!---->".repeat(most + 1))],
  ["sections", inSvg("<![CDATA[]]>".repeat(most / 3)), inSvg("<![CDATA[]]>".repeat(most / 3 + 1))],
  ["brackets", inSvg("]x".repeat(most)), inSvg("]x".repeat(most + 1))],
  ["question marks", inSvg("?".repeat(most)), inSvg("?".repeat(most + 1))],
  ["quotation marks", inSvg(`"'`.repeat(most / 2)), inSvg(`"'`.repeat(most / 2 + 1))],
  ["dashes in comments", inSvg(commented(most - 1)), inSvg(commented(most))],
  ["attributes", inSvg(attributes(most - 1, "a")), inSvg(attributes(most, "a"))],
  ["references", inSvg("&lt;".repeat(most)), inSvg("&lt;".repeat(most + 1))],
  ["lines", inSvg("\r".repeat(most)), inSvg("\n".repeat(most + 1))],
  ["escapes", styled("\\".repeat(most - 2)), styled("\\".repeat(most - 1))],
  ["namespaces", inSvg(attributes(62, "xmlns:a")), inSvg(attributes(63, "xmlns:a"))],
  ["levels", inSvg(nested(32)), inSvg(nested(33))],
])("as many %s as are read are accepted, one more is too large", (_, accepted, refused) => {
  expect(faultOfDrawing(Buffer.from(accepted))).toBeUndefined();
  expect(faultOfDrawing(Buffer.from(refused))).toBe("too large");
});

test("the quotation marks of attributes and the minus signs of paths are no parts", () => {
  const path = `<path d='${"M1-2 3-4".repeat(10_000)}'/>`;
  expect(faultOfDrawing(Buffer.from(inSvg(path)))).toBeUndefined();
  expect(faultOfDrawing(Buffer.from(inSvg(attributes(7_000, "a"))))).toBeUndefined();
});

test("a name of an attribute that is animated takes no longer with many colons", () => {
  const svg = inSvg(`<set attributeName="${"on:".repeat(42_000)}&#10;x"/>`);
  const start = process.cpuUsage();
  expect(faultOfDrawing(Buffer.from(svg))).toBe("no drawing");
  expect(process.cpuUsage(start).user).toBeLessThan(300_000);
});

test("what is too large is refused before it is read, whatever it is", () => {
  expect(faultOfDrawing(Buffer.alloc(131_073, 0xff))).toBe("too large");
  expect(faultOfDrawing(Buffer.alloc(8_001, "<"))).toBe("too large");
});

test.each([
  ["elements with a prefix in depth", inSvg(nested(30, '<x:a x:b=""/>'.repeat(3_900)))],
  ["namespaces", inSvg('<g xmlns:y="u"/>'.repeat(60) + "<y/>".repeat(6_000))],
  ["attributes with a prefix", inSvg(attributes(7_900, "x:a"))],
  ["styles", inSvg('<g style="a(url(#b"/>'.repeat(3_900))],
  ["escapes", styled("\\1 ".repeat(7_900) + "(".repeat(100_000))],
  ["names of many colons", inSvg(`<set attributeName="${"a:o:n:".repeat(21_000)}&#10;x"/>`)],
])("%s at the bounds are read in a moment", (_, svg) => {
  const bytes = Buffer.from(svg.replace("<svg ", '<svg xmlns:x="urn:x" '));
  expect(faultOfDrawing(bytes)).toBeUndefined();
  // Only this process's CPU time, since others may be busy; far above the usual 15 ms.
  const start = process.cpuUsage();
  faultOfDrawing(bytes);
  expect(process.cpuUsage(start).user).toBeLessThan(300_000);
});
