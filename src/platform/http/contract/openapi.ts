// The contract: an OpenAPI 3.1 document made from the routes and their wire types.

import type { ErrorCode } from "@bursar/values/error-code";
import type { TSchema } from "typebox";
import { valueErrors } from "../../../values/errors.ts";
import { invalid } from "../../../values/problem.ts";
import { absence, codesOf } from "../../../values/wire.ts";
import { version } from "../../process/build.ts";
import { requestErrors } from "../../refusals/errors.ts";
import type { App } from "../frame.ts";
import { requestKind } from "../request/request-kind.ts";
import type {
  Contract,
  ContractNotes,
  DescribedRoute,
  Operation,
  Parameter,
  Tag,
} from "./contract-document.ts";
import { dryRunSchemas } from "./contract-dry-run.ts";
import {
  headers,
  headersNamed,
  type ParameterName,
  parameters,
  usualHeaders,
} from "./contract-headers.ts";
import { problemSchemas, refusals, sharedResponses } from "./contract-refusals.ts";
import { sentMessages } from "./contract-sent.ts";
import { introduction, securitySchemes } from "./contract-text.ts";
import { type NamedShapes, nameShapes } from "./named-shapes.ts";

/** Begins the contract, which contains the routes registered afterwards. */
export function describeApp(app: App, notes: ContractNotes): void {
  const routes: DescribedRoute[] = [];
  app.decorate("described", { notes, routes });
  app.addHook("onRoute", ({ method, url, schema, config = {} }) => {
    const operationId = schema?.operationId;
    if (schema === undefined || operationId === undefined || schema.hide === true) return;
    for (const each of [method].flat()) {
      routes.push({ method: each, path: url, operationId, schema, config });
    }
  });
}

/** The contract of the registered routes, which are served at these addresses. */
export function buildContract(app: App, servers: readonly string[]): Contract {
  const { notes, routes } = app.described;
  const shapes = nameShapes();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeOperation(route, shapes, notes);
  }
  const webhooks = sentMessages(notes.sent, shapes);
  return {
    openapi: "3.1.0",
    info: {
      title: "Bursar",
      version,
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: servers.map((url) => ({ url })),
    security: [{ bearer: [] }, { signed: [] }],
    tags: describedTags(routes),
    paths,
    webhooks,
    components: {
      ...usedFrom(
        { paths, webhooks },
        {
          schemas: { ...problemSchemas, ...dryRunSchemas, ...shapes.schemas },
          responses: sharedResponses(),
          parameters,
          headers,
        },
      ),
      securitySchemes,
    },
  };
}

const tagName = (tag: string | Tag) => (typeof tag === "string" ? tag : tag.name);

/** The groups of operations, in the order in which their routes are registered. */
function describedTags(routes: readonly DescribedRoute[]): readonly Tag[] {
  const tags = routes.flatMap(({ schema }) => schema.tags ?? []);
  const described = tags.filter((tag) => typeof tag !== "string");
  return [...new Map(described.map((tag) => [tag.name, tag])).values()];
}

type Components = Contract["components"];

/** The parts that operations refer to, directly or through others: a linter reports the rest. */
function usedFrom(parts: Pick<Contract, "paths" | "webhooks">, components: Components): Components {
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(part).matchAll(reference)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      follow(components[kind]?.[name]);
    }
  };
  follow(parts);
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  );
}

const reference = /"#\/components\/([^/"]+)\/([^"]+)"/g;

function describeOperation(
  route: DescribedRoute,
  shapes: NamedShapes,
  notes: ContractNotes,
): Operation {
  const { operationId, schema, config } = route;
  const body = schema.body as (TSchema & { examples?: readonly unknown[] }) | undefined;
  const { examples = [], ...shape } = body ?? {};
  return {
    operationId,
    ...(schema.summary !== undefined && { summary: schema.summary }),
    description: describe(route),
    ...(schema.tags !== undefined && { tags: schema.tags.map(tagName) }),
    parameters: [
      ...own(schema.params, "path", shapes),
      ...own(schema.querystring, "query", shapes),
      ...describeHeaders(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: shapes.refer(shape), ...first(examples) },
        },
      },
    }),
    responses: {
      ...describeSuccess(route, shapes, notes),
      ...(config.etag && { "304": { $ref: "#/components/responses/NotModified" } }),
      ...describeRefusals(route),
    },
    "x-error-codes": operationCodes(route),
  };
}

function describe(route: DescribedRoute): string {
  const { callers = [] } = route.config;
  const operate = callers.includes("operator") ? " (the operator: `operate`)" : "";
  const scope = requestKind(route.method, route).isChange ? `\`write\`${operate}` : "`read`";
  const who = route.config.adminOnly ? " A session must be of an administrator." : "";
  return `Callers: ${callers.join(", ")}.${rightText(route)} Scope: ${scope}.${who}`;
}

function rightText({ config: { right } }: DescribedRoute): string {
  if (right === undefined) return "";
  const text =
    typeof right === "string" ? right : `${right.others}\`, of one's own record \`${right.own}`;
  return ` A client member needs the right \`${text}\`.`;
}

function first(examples: readonly unknown[]): { readonly example?: unknown } {
  return examples.length === 0 ? {} : { example: examples[0] };
}

interface Properties {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** The parameters of a path or query, with the example that the walk of the contract sends. */
function own(schema: unknown, place: "path" | "query", shapes: NamedShapes): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Properties;
  return Object.entries(properties).map(([name, of]) => {
    const {
      examples = [],
      description,
      ...shape
    } = of as TSchema & {
      examples?: readonly unknown[];
      description?: string;
    };
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: shapes.refer(shape),
      ...first(examples),
    };
  });
}

function describeHeaders(route: DescribedRoute): ParameterName[] {
  const { needsAssociatedMember: needs = false, etag = false, changes } = route.config;
  const kind = requestKind(route.method, route);
  const required = needs === true ? "RequiredAssociatedMember" : "FirmsAssociatedMember";
  return [
    needs === false ? "AssociatedMember" : required,
    ...(kind.takesKey ? (["IdempotencyKey"] as const) : []),
    ...(kind.isChange ? (["DryRun"] as const) : []),
    ...(etag ? (["IfNoneMatch"] as const) : []),
    ...(changes ? (["IfMatch", "IfNoneMatchOfChange"] as const) : []),
  ];
}

interface Answer {
  readonly type?: string;
  /** The response in each media type, if there are others than JSON. */
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

function describeSuccess(
  { method, operationId, schema, config }: DescribedRoute,
  shapes: NamedShapes,
  notes: ContractNotes,
): Operation["responses"] {
  const { responseHeaders = [], etag = false } = config;
  const names = [...usualHeaders, ...(etag ? (["ETag"] as const) : []), ...responseHeaders];
  const entries = Object.entries((schema.response ?? {}) as Record<string, Answer>);
  const isMade = entries.some(([status]) => status === "201");
  return Object.fromEntries([
    ...(isMade ? [["200", { $ref: "#/components/responses/Rehearsed" }] as const] : []),
    ...entries.map(([status, shapeOfResponse]) => {
      if (shapeOfResponse.type === "null") {
        const { takesKey } = requestKind(method, { schema, config });
        const name = status === "201" ? "Created" : takesKey ? "Changed" : "Removed";
        return [status, { $ref: `#/components/responses/${name}` }] as const;
      }
      const bodies = shapeOfResponse.content ?? { "application/json": { schema: shapeOfResponse } };
      const content = Object.entries(bodies).map(([mediaType, body]) => {
        const example = notes.exampleResponse(operationId, mediaType);
        const shape = shapes.refer(body.schema);
        return [mediaType, { schema: shape, ...(example !== undefined && { example }) }];
      });
      const headersOfResponse = headersNamed(names);
      const description = "The response.";
      return [
        status,
        { description, headers: headersOfResponse, content: Object.fromEntries(content) },
      ] as const;
    }),
  ]);
}

function describeRefusals(route: DescribedRoute): Operation["responses"] {
  const { mayReturn410 = false, changes } = route.config;
  const isConditional = changes !== undefined;
  const known = { ...requestKind(route.method, route), mayReturn410, isConditional };
  const possible = Object.entries(refusals).filter(([, { when }]) => !when || known[when]);
  return Object.fromEntries(
    possible.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** The codes of this operation, besides those that any request can get. */
function operationCodes(route: DescribedRoute): readonly string[] {
  const { errors = [], needsAssociatedMember } = route.config;
  const body = route.schema.body as TSchema | undefined;
  const query = (route.schema.querystring ?? {}) as Properties;
  const member = needsAssociatedMember ? [requestErrors.associatedMemberMissing] : [];
  const key = requestKind(route.method, route).takesKey ? [requestErrors.idempotencyKey] : [];
  const codes = [
    ...[...member, ...key, ...errors].map(({ code }: ErrorCode) => code),
    ...(body ? [...codesOf(body), valueErrors.tooMany.code] : []),
    ...Object.entries(query.properties ?? {}).flatMap(([name, of]) => [
      invalid(name).errorCode,
      ...codesOf(of, name),
      ...(query.required?.includes(name) ? [absence(of, name).errorCode] : []),
    ]),
  ];
  return [...new Set(codes)].toSorted();
}
