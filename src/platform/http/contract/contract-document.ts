// The contract as a document: the members of an OpenAPI 3.1 file that are written and read here.
import type { FastifyContextConfig, FastifySchema } from "fastify";
import type { TSchema } from "typebox";

/** The resources' additions to their routes: example responses, and what is sent. */
export interface ContractNotes {
  /** The sample firm's response to the operation's example; undefined if it is not stored. */
  readonly exampleResponse: (operation: string, mediaType: string) => unknown;
  /** The messages that the service sends by itself, by name. */
  readonly sent: Readonly<Record<string, SentMessage>>;
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** A message that the service sends. */
export interface SentMessage {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Its headers, by name, with what each says. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: TSchema;
  readonly example: unknown;
}

/** A route of the contract. */
export interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly schema: FastifySchema;
  readonly config: FastifyContextConfig;
}

/** The sources of the contract. */
export interface Described {
  readonly notes: ContractNotes;
  readonly routes: DescribedRoute[];
}

/** A parameter of an operation, or a reference to one. */
export interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: object;
}

/** A body as a request sends it or a response has it. */
export interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
}

/** A response of an operation, or a reference to one. */
export interface ResponseObject {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** An operation of the contract. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly "x-error-codes": readonly string[];
}

/** The OpenAPI document. */
export interface Contract {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: object;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}
