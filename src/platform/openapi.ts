// The contract: an OpenAPI 3.1 document made from the routes and their wire types.
import swagger from "@fastify/swagger";
import type { App } from "./frame.ts";

const problemList = {
  description: "Every problem found, in order: SYNTAX, VALIDATION_FIELD, VALIDATION_RULE.",
  type: "array",
  items: {
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
};

const refusals: Readonly<Record<string, string>> = {
  "400": "The request is wrong; nothing was changed.",
  "401": "No or bad credentials.",
  "403": "The user is not allowed to use this request, or its subject does not exist.",
  "404": "A part of the subject does not exist.",
  "409": "The first request with this Idempotency-Key still runs.",
  "413": "The body is too large.",
  "415": "The body is not JSON.",
  "422": "The Idempotency-Key was used with another request.",
  "429": "Too many requests or failed credentials.",
  "500": "The service failed; the request id is in the body.",
  "503": "The store is away or the service is stopping; try again.",
};

const whenWriting = new Set(["409", "413", "415", "422"]);

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes a repeat of the request answer as the first did, for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** Registers the contract; routes that are registered afterwards stand in it. */
export async function describeApp(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Bursar",
        description: "An open brokerage and advisory service.",
        version: "1",
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

type Operation = {
  parameters?: unknown[];
  responses?: Record<string, unknown>;
  requestBody?: unknown;
};

/** The contract of the registered routes; the app must be ready. */
export function contractOf(app: App): { paths: Record<string, Record<string, Operation>> } {
  const document = structuredClone(app.swagger()) as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  for (const operations of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) complete(operation, method);
  }
  return document;
}

function complete(operation: Operation, method: string): void {
  const isWrite = method === "post" || method === "put";
  if (isWrite) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
  const responses = Object.entries(refusals).filter(
    ([status]) => isWrite || !whenWriting.has(status),
  );
  operation.responses = { ...operation.responses };
  for (const [status, description] of responses) {
    operation.responses[status] ??= {
      description,
      content: { "application/json": { schema: problemList } },
    };
  }
}
