// Reads a session from a document's ```console blocks: a command after "$ ", then what it prints.
import assert from "node:assert/strict";

/** A command as written, and the output that the document shows. */
export interface Step {
  readonly command: string;
  readonly expected: string;
}

/** The steps of every ```console block, in order. */
export function sessionOf(markdown: string): readonly Step[] {
  const blocks = markdown.matchAll(/^```console\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, block = ""]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        // A line that ends with a backslash continues.
        const command = /^(?:.*\\\n)*.*/.exec(text)?.[0] ?? "";
        return { command, expected: text.slice(command.length).trim() };
      }),
  );
}

/** A request that a `curl` command sends. */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

/** Reads a `curl` command with the options the documents use; refuses any other. */
export function decodeCurl(
  command: string,
  variables: Readonly<Record<string, string>>,
): CurlRequest {
  const [program, ...words] = shellWords(command, variables);
  assert.equal(program, "curl", `the session runs ${program}`);
  const headers: [string, string][] = [];
  let method: string | undefined;
  let body: string | undefined;
  let url = "";
  while (words.length > 0) {
    const word = words.shift() ?? "";
    if (word === "-H") headers.push(headerOf(words.shift() ?? ""));
    else if (word === "-X") method = words.shift();
    else if (word === "-d") body = words.shift();
    else if (!word.startsWith("-")) url = word;
    else assert.ok(["-i", "-s", "-si", "-is"].includes(word), `curl's option ${word}`);
  }
  return { method: method ?? (body === undefined ? "GET" : "POST"), url, headers, body };
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(":");
  return [text.slice(0, colon), text.slice(colon + 1).trim()];
}

/** Splits a command as a shell does: quotes, and variables outside single quotes. */
function shellWords(command: string, variables: Readonly<Record<string, string>>): string[] {
  const pieces = /'([^']*)'|"([^"]*)"|\\\n|(\s+)|([^\s'"\\]+)/gy;
  const words = [""];
  for (const [, single, double, blank, plain] of command.matchAll(pieces)) {
    const open = double ?? plain;
    if (blank !== undefined) words.push("");
    else if (single !== undefined) words.push(`${words.pop()}${single}`);
    else if (open !== undefined) words.push(`${words.pop()}${filled(open, variables)}`);
  }
  return words.filter((word) => word !== "");
}

function filled(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$(\w+)/g, (_, name: string) => {
    const value = variables[name];
    assert.ok(value !== undefined, `$${name} has not been set`);
    return value;
  });
}
