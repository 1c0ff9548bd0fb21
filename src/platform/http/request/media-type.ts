// The accepted Content-Type and Content-Encoding of a body: JSON in UTF-8, not encoded. (interface 7)

/** Whether a Content-Type is that of JSON; a charset that it names is UTF-8. */
export function isJson(contentType: string): boolean {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  return type.trim() === "application/json" && parameters.every(isReadable);
}

function isReadable(parameter: string): boolean {
  const [name = "", ...value] = parameter.split("=");
  return name.trim() !== "charset" || /^(?:utf-8|"utf-8")$/.test(value.join("=").trim());
}

/** Whether a Content-Encoding leaves the body as it is. */
export function isPlain(contentEncoding = ""): boolean {
  const codings = contentEncoding.split(",").map((coding) => coding.trim().toLowerCase());
  return codings.every((coding) => coding === "" || coding === "identity");
}
