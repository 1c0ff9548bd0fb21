// The shape of a request: every problem that its headers, its query and its body have before any
// stored fact is looked at. (interface 7)
import type { FastifyContextConfig, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { JsonFault, parseJson } from "../../../values/json.ts";
import {
  fieldProblem,
  invalid,
  type Problem,
  refuseFor,
  ruleProblem,
  syntax,
} from "../../../values/problem.ts";
import { checkShape, type RequestFacts } from "../../../values/shape-rule.ts";
import { absence, decode, decodeSoundFields } from "../../../values/wire.ts";
import { kindOfCaller } from "../../change/context.ts";
import { requestErrors } from "../../refusals/errors.ts";
import { isConditional } from "../request/request-kind.ts";
import { associatedMember, type Identified, loggedIn, memberHeader } from "./caller.ts";
import { conditionProblems } from "./condition.ts";
import { isSoundDryRun } from "./dry-run.ts";

/** Refuses with every problem of the shape, or returns the decoded body. */
export function checkRequest(request: FastifyRequest, known: Identified): unknown {
  const { schema, config } = request.routeOptions;
  const problems: Problem[] = headerProblems(request, known);
  const querySchema = schema?.querystring as QuerySchema | undefined;
  const query = querySchema ? decodeQuery(querySchema, request, problems) : {};
  const bodySchema = schema?.body as TSchema | undefined;
  const decoded = bodySchema && decodeBody(bodySchema, { body: known.body, ...config }, problems);
  const stray = bodySchema === undefined && known.body.length > 0;
  // The rules need a body that was decoded.
  const isJudged = bodySchema === undefined || decoded !== undefined;
  const requestFacts: RequestFacts = {
    now: request.context.now,
    params: request.params as Record<string, string>,
    query,
    firmKind: known.caller.firm.kind,
  };
  if (config.rules !== undefined && isJudged) {
    problems.push(...checkShape(config.rules, decoded, requestFacts, problems));
  }
  if (stray) problems.push(syntax("body", "The request takes no body."));
  refuseFor(problems);
  request.query = query;
  return decoded;
}

function headerProblems(
  request: FastifyRequest,
  { authenticated: proof, caller }: Identified,
): Problem[] {
  const { needsAssociatedMember: needs = false } = request.routeOptions.config;
  const problems: Problem[] = [];
  const selected = proof.selectedMemberId;
  const named = associatedMember(request);
  if ((needs === true || needs === kindOfCaller(caller)) && named === undefined) {
    problems.push(fieldProblem(memberHeader, requestErrors.associatedMemberMissing));
  }
  // A header that repeats the logged-in member names no further member: deployed signers send both.
  const isFurther = named !== undefined && named !== loggedIn(proof);
  if (isFurther && selected !== undefined && named !== selected) {
    problems.push(ruleProblem(requestErrors.associatedMember));
  }
  const key = request.kind.takesKey ? request.headers["idempotency-key"] : undefined;
  const isGood = key === undefined || (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key));
  if (!isGood) problems.push(fieldProblem("Idempotency-Key", requestErrors.idempotencyKey));
  if (request.headers["x-dry-run"] !== undefined && !isSoundDryRun(request)) {
    problems.push(fieldProblem("X-Dry-Run", requestErrors.dryRun));
  }
  if (isConditional(request)) problems.push(...conditionProblems(request));
  return problems;
}

interface QuerySchema {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

function decodeQuery(
  schema: QuerySchema,
  request: FastifyRequest,
  problems: Problem[],
): Record<string, unknown> {
  const given = request.query as Record<string, string | string[]>;
  const decoded: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(schema.properties)) {
    const value = given[name];
    if (Array.isArray(value)) problems.push(invalid(name));
    else if (value !== undefined) decoded[name] = decode(of, value, problems, name);
    else if (schema.required?.includes(name)) problems.push(absence(of, name));
  }
  return decoded;
}

interface Sent extends Pick<FastifyContextConfig, "mostValues"> {
  readonly body: Buffer;
}

function decodeBody(schema: TSchema, { body, mostValues }: Sent, problems: Problem[]): unknown {
  try {
    return decodeSoundFields(schema, parseJson(body, mostValues), problems);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    problems.push(syntax("body", error.message));
    return undefined;
  }
}
