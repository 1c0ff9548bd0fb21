// The contract: an OpenAPI 3.1 document made from the routes and their wire types.
import swagger from "@fastify/swagger";
import type { FastifyContextConfig, FastifySchema } from "fastify";
import Type, { type TObject, type TSchema } from "typebox";
import type { App } from "./frame.ts";
import { kindOf, type RequestKind } from "./request-kind.ts";

// Named, so that a generator makes one type of each and not one an answer.
const schemas = {
  Problem: {
    type: "object",
    required: ["type"],
    properties: {
      type: {
        type: "string",
        enum: ["SYNTAX", "VALIDATION_FIELD", "VALIDATION_RULE", "UNSUPPORTED", "REQUEST"],
      },
      field: { type: "string" },
      errorCode: { type: "string" },
      message: { type: "string" },
    },
  },
  ProblemList: {
    description: "Every problem found, in order: SYNTAX, VALIDATION_FIELD, VALIDATION_RULE.",
    type: "array",
    items: { $ref: "#/components/schemas/Problem" },
  },
};

const refusals: Readonly<Record<string, string>> = {
  "400": "The request is wrong; nothing was changed.",
  "401": "No or bad credentials.",
  "403": "The user is not allowed to use this request, or its subject does not exist.",
  "404": "A part of the subject does not exist.",
  "408": "The request took too long to arrive.",
  "409": "The first request with this Idempotency-Key still runs.",
  "413": "The body is too large.",
  "415": "The body is not JSON.",
  "422": "The Idempotency-Key was used with another request.",
  "429": "Too many requests or failed credentials.",
  "500": "The service failed; the request id is in the body.",
  "503": "The store is away or the service is stopping; try again.",
};

const withKey = new Set(["409", "422"]);
const withBody = new Set(["413", "415"]);

const requestId = {
  "X-Request-Id": {
    description: "The id under which the log and the audit entries know the request.",
    schema: { type: "string" },
  },
};

const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "string" } },
};

const headersOfRefusal: Readonly<Record<string, object>> = {
  "401": { "WWW-Authenticate": { schema: { type: "string" } } },
  "409": retryAfter,
  "429": retryAfter,
  "503": retryAfter,
};

const location = {
  Location: {
    description: "The address of what was created, changed or removed.",
    schema: { type: "string", format: "uri" },
  },
};

const replayed = {
  "Idempotency-Replayed": {
    description: "`true` where this is the stored answer of an earlier request.",
    schema: { type: "string", enum: ["true"] },
  },
};

const entityTag = {
  ...requestId,
  ETag: { description: "Strong; send it as `If-None-Match`.", schema: { type: "string" } },
};

/** Registers the contract; routes that are registered afterwards stand in it. */
export async function describeApp(app: App): Promise<void> {
  app.decorate("requestBodies", new Map());
  app.addHook("onRoute", ({ schema }) => {
    if (schema?.body) app.requestBodies.set(schema.operationId ?? "", schema.body as TSchema);
  });
  await app.register(swagger, {
    transform: ({ schema, url, route }) => {
      const kind = kindOf(String(route.method), route);
      return { schema: describeRoute(schema ?? {}, route.config ?? {}, kind), url };
    },
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Bursar",
        description: "An open brokerage and advisory service.",
        version: "0.1.0",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          signed: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description: "FOLIOWS FOLIOWS_API_KEY=…,FOLIOWS_SIGNATURE=…,FOLIOWS_TIMESTAMP=…",
          },
        },
      },
      security: [{ bearer: [] }, { signed: [] }],
    },
  });
}

/** Adds what the frame sees to: the headers every request may carry, and who may call. */
function describeRoute(
  schema: FastifySchema,
  config: FastifyContextConfig,
  kind: RequestKind,
): FastifySchema {
  const callers = config.callers ?? [];
  const operate = callers.includes("operator") ? " (the operator: `operate`)" : "";
  const scope = kind.isChange ? `\`write\`${operate}` : "`read`";
  return {
    ...schema,
    description: `Callers: ${callers.join(", ")}. Scope: ${scope}.`,
    headers: requestHeaders(config, kind),
  };
}

function requestHeaders(config: FastifyContextConfig, { takesKey }: RequestKind): TObject {
  const member = Type.String({
    description: "The login id of the client on whose behalf an adviser acts.",
    ...(config.needsAssociatedMember && { examples: ["ada.whitfield"] }),
  });
  return Type.Object({
    "X-Associated-Member-Id": config.needsAssociatedMember ? member : Type.Optional(member),
    ...(takesKey && {
      "Idempotency-Key": Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: "Makes a repeat of the request answer as the first did, for 24 hours.",
        }),
      ),
    }),
    ...(config.tagged && {
      "If-None-Match": Type.Optional(
        Type.String({ description: "The ETag of an earlier answer; 304 where it still holds." }),
      ),
    }),
  });
}

/** An operation of the contract, as far as it is completed here. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required?: boolean;
    readonly example?: string;
    readonly schema: object;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  responses?: Record<
    string,
    { readonly description?: string; readonly headers?: object; readonly content?: object }
  >;
}

/** The OpenAPI document. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: object;
}

/** The contract of the registered routes; the app must be ready. */
export function contractOf(app: App): Contract {
  const document = structuredClone(app.swagger()) as unknown as Contract;
  for (const operations of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) complete(operation, method);
  }
  return { ...document, components: { ...document.components, schemas } };
}

function complete(operation: Operation, method: string): void {
  const { isChange, takesKey } = kindOf(method, {});
  const takesBody = operation.requestBody !== undefined;
  const isTagged = operation.parameters?.some(({ name }) => name === "If-None-Match") ?? false;
  const headers = isTagged ? entityTag : requestId;
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    if (isChange) return [status, changed(takesKey)] as const;
    const given = { ...answer.headers, ...headers };
    return [status, { ...answer, description: "What was asked for.", headers: given }] as const;
  });
  operation.responses = {
    ...Object.fromEntries(answers),
    ...(isTagged && { "304": { description: "The answer with this ETag still holds.", headers } }),
    ...Object.fromEntries(
      Object.entries(refusals)
        .filter(([status]) => takesKey || !withKey.has(status))
        .filter(([status]) => takesBody || !withBody.has(status))
        .map(([status, description]) => [status, refusal(status, description)]),
    ),
  };
}

/** The answer of a change; what takes an `Idempotency-Key` says whether it is a repeat. */
function changed(takesKey: boolean) {
  const headers = { ...requestId, ...location, ...(takesKey && replayed) };
  return { description: "Done; the body is empty.", headers };
}

function refusal(status: string, description: string) {
  const schema = { $ref: "#/components/schemas/ProblemList" };
  const headers = { ...requestId, ...headersOfRefusal[status] };
  return { description, headers, content: { "application/json": { schema } } };
}
