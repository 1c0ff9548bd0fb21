// Writing responses: addresses of created records, follow-up links, entity tags.
import { createHash, hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Page } from "../../../values/page.ts";
import { Type } from "../../../values/type.ts";
import type { Caller } from "../../change/context.ts";
import { methodOf } from "../request/request-kind.ts";

/** The response of a change in a route's schema: an address in `Location`, and no body. */
export const Located = Type.Null({ description: "Empty." });

/** The content of a response in a route's schema that is a file of one of these media types. */
export function fileContent<MediaType extends string>(...types: readonly MediaType[]) {
  const file = { schema: Type.Unsafe<Buffer>({ type: "string", format: "binary" }) };
  return Object.fromEntries(types.map((type) => [type, file])) as Record<MediaType, typeof file>;
}

/** 201 with the absolute address of what was created and an empty body (interface 1). */
export function created(reply: FastifyReply, path: string): FastifyReply {
  return located(reply, 201, path);
}

/** 201 with the address of a created record, and the fields that are shown only once. */
export function createdWith(reply: FastifyReply, path: string, body: object): FastifyReply {
  return reply.code(201).header("Location", `${reply.request.baseUrl}${path}`).send(body);
}

/** 200 with the absolute address of what was changed or removed and an empty body (interface 1). */
export function updated(reply: FastifyReply, path: string): FastifyReply {
  return located(reply, 200, path);
}

/** 303 with the absolute address of a record to read instead of a change. */
export function sendSeeOther(reply: FastifyReply, path: string): FastifyReply {
  return located(reply, 303, path);
}

function located(reply: FastifyReply, status: number, path: string): FastifyReply {
  return reply
    .code(status)
    .header("Location", `${reply.request.baseUrl}${path}`)
    .header("Content-Length", "0")
    .send();
}

/** A response in a route's schema that is JSON, or its rows as CSV where the query asks for that. */
export function jsonOrCsv<Json extends TSchema>(json: Json) {
  return {
    content: { "application/json": { schema: json }, "text/csv": { schema: Type.String() } },
  };
}

/** 200 with a prepared text, sent as it is. */
export function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(text);
}

/** The header that has a browser save a document under its name, whatever letters that has. */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w.-]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => {
    return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** 200 with a list as JSON, written by the serializer of its entries. */
export function sendList(
  reply: FastifyReply,
  entry: TSchema,
  list: readonly object[],
): FastifyReply {
  return sendText(reply, "application/json", `[${serializeEntries(reply, entry, list)}]`);
}

/** 200 with a page of a list, whose `Link` names the next page by the parameter that it starts from. */
export function sendPage(
  reply: FastifyReply,
  entry: TSchema,
  { entries, next }: Page<object>,
  start: "after" | "before" = "after",
): FastifyReply {
  linkNextPage(reply, next, start);
  return sendList(reply, entry, entries);
}

/** Names the next page of a list in `Link`, if there is one: the request's own address with another
 * start. */
export function linkNextPage(
  reply: FastifyReply,
  next: string | undefined,
  start: "after" | "before" = "after",
): void {
  if (next === undefined) return;
  const { url, baseUrl } = reply.request;
  // A query may itself contain question marks.
  const [path, ...asked] = url.split("?");
  const query = new URLSearchParams(asked.join("?"));
  query.set(start, next);
  reply.header("Link", `<${baseUrl}${path}?${query}>; rel="next"`);
}

/** The entries of a list as JSON, separated by commas. */
export function serializeEntries(
  reply: FastifyReply,
  entry: TSchema,
  list: readonly object[],
): string {
  return list.map(compileSerializer(reply, entry)).join(",");
}

/** A serializer for a schema; made once for each route. */
export function compileSerializer(reply: FastifyReply, schema: TSchema): (value: object) => string {
  type Indexed = Record<string, unknown>;
  const write = reply.compileSerializationSchema(schema as object as Indexed);
  return (value) => write(value as Indexed);
}

/** A request that follows from a response: its path, its name, and what it does. */
interface FollowUp {
  readonly path: string;
  readonly title: string;
  readonly does: keyof typeof methodOf;
}

/** The `Link` value of a read that follows, named by `title`. */
export function link(request: FastifyRequest, path: string, title: string): string {
  return linkTo(request, { path, title, does: "read" });
}

/** The `Link` value of any request that follows. */
export function linkTo(request: FastifyRequest, { path, title, does }: FollowUp): string {
  const rel = methodOf[does];
  return `<${request.baseUrl}${path}>; rel="${rel}"; type="application/json"; title="${title}"`;
}

/** A strong entity tag over a body or its version, the request's address and the caller's view. */
export function entityTag(request: FastifyRequest, body: string | Buffer): string {
  return tagFor(request.context.caller, body, [request.target]);
}

/** The tag of a response to a caller, at an address; that of a record without one, since it is the
 * same however its address is written. */
export function tagFor(
  { firm, member, actingFor }: Caller,
  body: string | Buffer,
  address: readonly string[] = [],
): string {
  const view = [firm.oid, member?.loginId ?? "", actingFor?.loginId ?? "", ...address];
  const digest =
    typeof body === "string"
      ? hash("sha256", JSON.stringify(view) + body, "base64url")
      : createHash("sha256").update(JSON.stringify(view)).update(body).digest("base64url");
  return `"${digest.slice(0, 27)}"`;
}

/** A document or a series whose version is known without reading it. */
export interface VersionedResponse {
  /** Changes whenever the response does; undefined where there is none. */
  readonly version: () => Promise<string | undefined>;
  /** Its JSON text and its version, if it has one. */
  readonly read: () => Promise<{ readonly version: string | undefined; readonly body: string }>;
}

/** The tag and the body of a versioned response; where the client has this version, no body is
 * read. */
export async function readByVersion(
  request: FastifyRequest,
  { version, read }: VersionedResponse,
): Promise<{ readonly tag: string; readonly body: string }> {
  const given = request.headers["if-none-match"];
  const current = given === undefined ? undefined : await version();
  if (current !== undefined) {
    const tag = entityTag(request, current);
    if (given !== undefined && isMatch(given, tag)) return { tag, body: "" };
  }
  const found = await read();
  return { tag: entityTag(request, found.version ?? found.body), body: found.body };
}

/** Whether an `If-None-Match` header names this tag (a weak mark is ignored) or any. */
export function isMatch(header: string, tag: string): boolean {
  const given = namedBy(header).map((each) => each.replace(/^W\//, ""));
  return given.includes(tag) || given.includes("*");
}

/** The tags that a condition names, or `*` for any; a tag may itself contain commas and stars. */
export function namedBy(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];
}
