// Refusals by the shape of a request alone, for every member and parameter of every operation, including new ones:
// each member is checked, and each code that the contract declares for it is given.
import { beforeAll, expect, test } from "vitest";
import { type Example, examplesOf, failuresOf, type Request } from "./examples.ts";
import { type TestResponse, useTestService } from "./harness.ts";

const service = useTestService();
let examples: Example[];
beforeAll(async () => {
  examples = examplesOf(service);
});

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  /** The shape that null may stand for, and null. */
  readonly oneOf?: readonly [Shape, Shape];
}

/** A member of a body: the names that lead to it, `[0]` for the first entry of a list. */
interface Member {
  readonly steps: readonly string[];
  readonly shape: Shape;
}

function membersOf(shape: Shape, steps: readonly string[] = []): Member[] {
  const inner = Object.entries(shape.properties ?? {}).map(([name, of]) => [name, of] as const);
  const entry = shape.items === undefined ? [] : ([["[0]", shape.items]] as const);
  return [...inner, ...entry].flatMap(([step, of]) => [
    { steps: [...steps, step], shape: of },
    ...membersOf(of.oneOf?.[0] ?? of, [...steps, step]),
  ]);
}

const badLists = [null, "x", Array.from({ length: 1_001 }, () => ({}))];
const badObjects = [null, "x", []];
const badScalars = [null, [], "", "?", "x".repeat(5_000), "\u0001", "2023-02-30", "-1"];

function badValuesOf({ shape }: Member): readonly unknown[] {
  if (shape.items !== undefined) return badLists;
  return shape.properties === undefined ? badScalars : badObjects;
}

/** A body with another value of one member; what leads to it is made where it is missing. */
function withValue(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === "[0]") {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withValue(first, rest, value), ...others];
  }
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
  const inner = (fields as Readonly<Record<string, unknown>>)[step];
  return { ...fields, [step]: withValue(inner, rest, value) };
}

const nameOf = ({ steps }: Member) => steps.join(".").replaceAll(".[0]", "[0]");

// The unknown member refuses each body, whatever else is wrong with it: nothing is changed.
const surplus = { surplus: 1 };
const unknownField = {
  type: "SYNTAX",
  field: "surplus",
  message: "The field is unrecognized.",
};

/** Whether a response reports a problem of a member, or of something missing in it. */
function namesMember({ body }: TestResponse, name: string): boolean {
  const problems = body as readonly { readonly field?: string }[];
  return problems.some(({ field }) => field === name || field?.startsWith(`${name}.`));
}

function send(
  { caller }: Example,
  { method, path, headers }: Request,
  body?: unknown,
): Promise<TestResponse> {
  return service.call(caller, method, path, body, headers);
}

/** The responses to every bad value of every member, and the members without a reported problem. */
async function refuseMembers(example: Example) {
  const { request, operation } = example;
  const shape = operation.requestBody?.content["application/json"]?.schema as Shape;
  const responses: TestResponse[] = [];
  const unchecked: string[] = [];
  for (const member of membersOf(shape)) {
    const found: TestResponse[] = [];
    for (const value of badValuesOf(member)) {
      const body = { ...(withValue(request.body, member.steps, value) as object), ...surplus };
      found.push(await send(example, request, body));
    }
    if (!found.some((response) => namesMember(response, nameOf(member))))
      unchecked.push(nameOf(member));
    responses.push(...found);
  }
  return { responses, unchecked };
}

/** The responses where parameters of the query and headers are missing, empty, bad or repeated. */
async function refuseParameters(example: Example): Promise<TestResponse[]> {
  const { request, operation, takesBody } = example;
  const body = takesBody ? surplus : undefined;
  const [path = ""] = request.path.split("?");
  const given = new URLSearchParams(request.path.split("?")[1]);
  const responses: TestResponse[] = [];
  for (const { in: place, name = "" } of operation.parameters) {
    if (place === "query") {
      const others = [...given].filter(([other]) => other !== name);
      const start = `${path}?${new URLSearchParams(others)}&`;
      for (const query of ["", `${name}=`, `${name}=x`, `${name}=%00`, `${name}=1&${name}=1`]) {
        responses.push(await send(example, { ...request, path: start + query }, body));
      }
    }
    if (place === "header") {
      const { [name]: _, ...others } = request.headers;
      for (const headers of [others, { ...others, [name]: "x".repeat(300) }]) {
        responses.push(await send(example, { ...request, headers }, body));
      }
    }
  }
  return responses;
}

const codesIn = (responses: readonly TestResponse[]): Set<string> =>
  new Set(
    responses
      .filter(({ status }) => status === 400)
      .flatMap(({ body }) => (body as readonly { readonly errorCode?: string }[]) ?? [])
      .flatMap(({ errorCode }) => errorCode ?? []),
  );

test("every operation gives each code that its shapes declare, and checks each member", async () => {
  const { routes } = service.app.described;
  const listed = /^The value is not in the field's code list: .+\.$/;
  const failures = await failuresOf(examples, async (example) => {
    const { id, operation, request, takesBody } = example;
    const responses = await refuseParameters(example);
    if (takesBody) {
      const ofMembers = await refuseMembers(example);
      const choices = ofMembers.responses
        .flatMap(({ body }) => body as readonly { errorCode?: string; message?: string }[])
        .filter(({ errorCode }) => errorCode === "invalid.choice");
      const bare = choices.filter(({ message = "" }) => !listed.test(message));
      expect(bare, "choices that do not tell their codes").toEqual([]);
      expect(ofMembers.unchecked, "members that accept any value").toEqual([]);
      for (const { status, body } of ofMembers.responses) {
        expect(status).toBe(400);
        expect(body).toContainEqual(unknownField);
      }
      const names = Array.from({ length: 1_001 }, (_, index) => [`surplus${index}`, 1]);
      responses.push(
        ...ofMembers.responses,
        await send(example, request, Object.fromEntries(names)),
      );
    }
    const ofRules = routes.find(({ operationId }) => operationId === id)?.config.errors ?? [];
    const codes = new Set(operation["x-error-codes"]).difference(
      new Set(ofRules.map(({ code }) => code)),
    );
    expect([...codes.difference(codesIn(responses))], "codes that no shape gives").toEqual([]);
  });
  expect(failures).toEqual([]);
});
