// The pages of the console and of the reference, and their files. They need no credentials: what they
// show comes from the interface.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../platform/http/frame.ts";
import { asPage, pageHeaders, referenceHeaders } from "../platform/http/pipeline/page-headers.ts";
import { requestErrors } from "../platform/refusals/errors.ts";
import { refusal } from "../values/problem.ts";
import type { BuiltFile, Bundle } from "./bundle.ts";
import type { PageFiles } from "./cached-bundle.ts";

/** Registers `GET /console/…`: the page at each of its addresses, and its files by name. */
export function consolePages(files: PageFiles) {
  return servePages({
    path: "/console",
    pages: "/*",
    title: "Bursar",
    files,
    headers: pageHeaders,
  });
}

/** Registers `GET /reference/`: every request of the contract, to read and to try. */
export function referencePage(files: PageFiles) {
  const title = "Bursar: reference";
  return servePages({ path: "/reference", pages: "/", title, files, headers: referenceHeaders });
}

interface Pages {
  readonly path: string;
  /** Below the path, where the page is. */
  readonly pages: string;
  readonly title: string;
  readonly files: PageFiles;
  readonly headers: Readonly<Record<string, string>>;
}

function servePages({ path, pages, title, files, headers }: Pages) {
  return async (app: App): Promise<void> => {
    const options = { config: { open: true, shownAs: "console" }, schema: { hide: true } };
    const immutable = { ...options, config: { ...options.config, immutable: true } };
    app.get<{ Params: { name: string } }>(
      `${path}/files/:name`,
      immutable,
      async (request, reply) =>
        sendFile((await files()).files.get(request.params.name), request, reply),
    );
    app.get(path, options, async (request, reply) =>
      reply
        .code(308)
        .header("Location", `${prefixOf(request)}${path}/`)
        .send(),
    );
    app.get(path + pages, options, async (request, reply) =>
      reply
        .headers(headers)
        .type("text/html; charset=utf-8")
        .send(pageOf(await files(), title, `${prefixOf(request)}${path}/files`)),
    );
  };
}

/** The path that stands before that of the request at the public address; nothing where none is
 * configured, whatever the Host. */
export function prefixOf({ server }: FastifyRequest): string {
  const [publicUrl] = server.frame.publicUrls;
  return publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
}

function sendFile(
  file: BuiltFile | undefined,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (file === undefined) throw refusal(404, requestErrors.routeNotFound);
  const taken = String(headers["accept-encoding"] ?? "");
  const coding = (["br", "gzip"] as const).find(
    (each) =>
      file[each] !== undefined &&
      new RegExp(`\\b${each}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`).test(taken),
  );
  if (coding) reply.header("Content-Encoding", coding);
  return asPage(reply)
    .header("Vary", "Accept-Encoding")
    .type(file.type)
    .send((coding && file[coding]) ?? file.plain);
}

function pageOf({ script, style, icon }: Bundle, title: string, folder: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${folder}/${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${folder}/${style}">
<script type="module" src="${folder}/${script}"></script>
</head>
<body>
<div id="root"></div>
<noscript><p>This page needs JavaScript. Every request is also served without it, under /restapi.</p></noscript>
</body>
</html>
`;
}
