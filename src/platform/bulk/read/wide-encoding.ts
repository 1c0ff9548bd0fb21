// UTF-16, which some spreadsheets write as "Unicode text".

/** The UTF-16 in which a text begins, if any: by its mark, or by the zero byte that each letter of
 * a heading line has. */
export function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0) return "utf-16le";
  return first === 0 ? "utf-16be" : undefined;
}
