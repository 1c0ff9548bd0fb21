// `If-Match` and `If-None-Match` on a change: the record must stand as the caller knows it, so that nobody
// overwrites what another has changed meanwhile. (interface 1, docs/adr/0034-conditions.md)
import type { FastifyReply, FastifyRequest } from "fastify";
import { fieldProblem, type Problem, refusal } from "../../../values/problem.ts";
import type { Condition } from "../../change/context.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { recordAt } from "./record-reads.ts";
import { isMatch, namedBy, tagFor } from "./response.ts";

const names = ["If-Match", "If-None-Match"] as const;

/** `*`, or tags apart by commas. (RFC 9110, 13.1.1) */
const wellFormed = /^(?:\*|(?:W\/)?"[^"\s]*"(?:[ \t]*,[ \t]*(?:W\/)?"[^"\s]*")*)$/;

/** Faults of the conditions of a change: they are not well-formed, or its record has no tag. */
export function conditionProblems({ headers, routeOptions }: FastifyRequest): Problem[] {
  const isHeld = routeOptions.config.changes !== undefined;
  const { noCondition, condition } = requestErrors;
  return names.flatMap((name) => {
    const given = headers[name.toLowerCase()];
    if (given === undefined) return [];
    if (!isHeld) return [fieldProblem(name, noCondition)];
    return wellFormed.test(String(given)) ? [] : [fieldProblem(name, condition)];
  });
}

/** The demands of a conditional change on its record; undefined where that has no tag. */
export function decodeCondition(
  request: FastifyRequest,
  reply: FastifyReply,
): Condition | undefined {
  const { changes: record } = request.routeOptions.config;
  const { "if-match": match, "if-none-match": noneMatch } = request.headers;
  if (record === undefined) return undefined;
  let isJudged = false;
  return {
    isJudged: () => isJudged,
    async judge(reader, named = {}) {
      isJudged = true;
      const params = { ...(request.params as Record<string, string>), ...named };
      const path = record.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
      const text = await recordAt(path, { request, reply, reader });
      const tag = text === undefined ? undefined : tagFor(request.context.caller, text);
      const isKnown = noneMatch !== undefined && tag !== undefined && isMatch(noneMatch, tag);
      if (isKnown || !isStrongMatch(match, tag)) {
        throw refusal(412, requestErrors.conditionFailed);
      }
    },
  };
}

/** Whether an `If-Match` header, if there is one, names this tag or any; a weak tag is never the same. */
function isStrongMatch(header: string | undefined, tag: string | undefined): boolean {
  if (header === undefined) return true;
  if (tag === undefined) return false;
  const given = namedBy(header);
  return given.includes(tag) || given.includes("*");
}
