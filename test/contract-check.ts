// Checks every response that a test receives against the contract: its status, headers, body and
// codes.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect } from "vitest";
import type {
  Contract,
  Operation,
  ResponseObject,
} from "../src/platform/http/contract/contract-document.ts";
import { buildContract } from "../src/platform/http/contract/openapi.ts";
import type { App } from "../src/platform/http/frame.ts";
import { requestErrors } from "../src/platform/refusals/errors.ts";
import { noteRefusal } from "./seen-codes.ts";

/** A response as it came over the wire. */
interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** The contract of an app, with its paths compiled to patterns. */
interface CompiledContract {
  readonly contract: Contract;
  readonly operations: readonly { readonly path: RegExp; readonly methods: Methods }[];
}
type Methods = Readonly<Record<string, Operation>>;

const contractsOfApps = new WeakMap<App, CompiledContract>();

// The services of one worker offer the same operations: what was compiled for one is used for all.
const contractsOfOperations = new Map<string, CompiledContract>();
const validators = new Map<string, ValidateFunction>();
const responses = new Map<string, ResponseObject>();

/** Codes that the response to any request may have, whatever its operation. */
const anywhere = new Set<string>(Object.values(requestErrors).map(({ code }) => code));

/** Fails if a response differs from what the contract declares for its request. Responses outside the
 * contract are not checked: health, metrics, and apps that describe nothing. */
export function checkAgainstContract(
  app: App,
  request: { readonly method: string; readonly path: string },
  received: Received,
): void {
  if (!app.hasDecorator("described")) return;
  const { method, path } = request;
  const operation = operationAt(compiledContractOf(app), method, path);
  if (operation !== undefined) noteRefusal(operation.operationId, codesIn(received));
  const faults = faultsOf(app, request, received);
  if (faults.length === 0) return;
  const what = `${request.method} ${request.path} returned ${received.status}`;
  expect.fail(`${what}, other than the contract says:\n${faults.join("\n")}`);
}

/** How a response differs from the contract; empty if the contract has no such operation. */
export function faultsOf(
  app: App,
  { method, path }: { readonly method: string; readonly path: string },
  received: Received,
): string[] {
  const compiled = compiledContractOf(app);
  const operation = operationAt(compiled, method, path);
  if (operation === undefined) return [];
  const { operationId } = operation;
  const { status, headers, text } = received;
  const declared = operation.responses[String(status)];
  if (declared === undefined) {
    return [`${operationId} has no ${status} — declare it with the route, or among the refusals`];
  }
  const key = `${operationId} ${status}`;
  const response = responses.get(key) ?? resolved(declared, compiled.contract);
  responses.set(key, response);
  return [
    ...headerFaults(response, headers),
    ...(method === "HEAD" ? [] : bodyFaults(key, response, { headers, text })),
    ...codeFaults(operation, received),
  ];
}

/** The codes that the contract has for a path, whichever the method. */
export function codesAt(app: App, target: string): ReadonlySet<string> {
  const methods = operationsAt(compiledContractOf(app), target) ?? {};
  const own = Object.values(methods).flatMap((operation) => operation["x-error-codes"]);
  return new Set([...anywhere, ...own]);
}

function compiledContractOf(app: App): CompiledContract {
  const known = contractsOfApps.get(app);
  if (known !== undefined) return known;
  const offered = app.described.routes.map(
    ({ method, path, operationId }) => `${method} ${path} ${operationId}`,
  );
  const key = offered.join("\n");
  const compiled = contractsOfOperations.get(key) ?? compileContract(app);
  contractsOfOperations.set(key, compiled);
  contractsOfApps.set(app, compiled);
  return compiled;
}

function compileContract(app: App): CompiledContract {
  const contract = buildContract(app, []);
  const operations = Object.entries(contract.paths).map(([path, methods]) => ({
    path: new RegExp(`^${path.replace(/\{[^}]*\}/g, "[^/]*")}$`),
    methods,
  }));
  return { contract, operations };
}

function operationAt(
  compiled: CompiledContract,
  method: string,
  target: string,
): Operation | undefined {
  return operationsAt(compiled, target)?.[method.toLowerCase()];
}

function operationsAt({ operations }: CompiledContract, target: string): Methods | undefined {
  const [path = ""] = target.split(/[?#]/);
  return operations.find(({ path: form }) => form.test(path))?.methods;
}

function headerFaults(response: ResponseObject, headers: Received["headers"]): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, of]) => {
    const { required = false } = of as { required?: boolean };
    return required && headers[name.toLowerCase()] === undefined ? [`no ${name}`] : [];
  });
}

function bodyFaults(
  key: string,
  { content = {}, headers: response }: ResponseObject,
  { headers, text }: Omit<Received, "status">,
): string[] {
  const declared = Object.keys(content);
  // A change that can be rehearsed answers a body only then.
  const isEmpty = "X-Dry-Run" in (response ?? {}) && headers["x-dry-run"] === undefined;
  if (declared.length === 0 || isEmpty) return text === "" ? [] : ["a body, though it has none"];
  const [type = ""] = String(headers["content-type"] ?? "").split(";");
  const media = content[type];
  if (media === undefined) return [`${type} — name it among the media types of the route`];
  if (type !== "application/json") return [];
  const validate = validators.get(key) ?? ajv.compile(closed(media.schema) as object);
  validators.set(key, validate);
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const ajv = new Ajv2020({ allErrors: true, strict: false, discriminator: false });
formats.default(ajv);

/** A schema that accepts only the fields that it names, since no response may have others, unless
 * it says that it has any. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== "discriminator");
  const inner = Object.fromEntries(entries.map(([key, value]) => [key, closed(value)]));
  const isClosed = inner.type === "object" && inner.additionalProperties !== true;
  return isClosed ? { ...inner, additionalProperties: false } : inner;
}

function codeFaults(operation: Operation, received: Received): string[] {
  const known = new Set(operation["x-error-codes"]);
  return codesIn(received)
    .filter((code) => !known.has(code) && !anywhere.has(code))
    .map((code) => `${code} — name it in \`config.errors\` of ${operation.operationId}'s route`);
}

/** The codes that a response refuses with. */
function codesIn({ status, text }: Received): string[] {
  if (status < 400 || text === "") return [];
  const problems = JSON.parse(text) as readonly { readonly errorCode?: string }[];
  return problems.flatMap(({ errorCode }) => errorCode ?? []);
}

/** A part of the contract with its references resolved. */
export function resolved<Part>(part: Part, contract: Contract): Part {
  if (Array.isArray(part)) return part.map((each) => resolved(each, contract)) as Part;
  if (typeof part !== "object" || part === null) return part;
  if ("$ref" in part && typeof part.$ref === "string") {
    return resolved(targetOf(part.$ref, contract), contract) as Part;
  }
  const entries = Object.entries(part).map(([key, value]) => [key, resolved(value, contract)]);
  return Object.fromEntries(entries);
}

function targetOf(reference: string, contract: Contract): unknown {
  const steps = reference.slice("#/".length).split("/");
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract);
}
