// The operations of the contract that the sequences have sent with success, and the outcomes that they met.
import { buildContract } from "../../src/platform/http/contract/openapi.ts";
import type { TestResponse, TestService } from "../harness.ts";

/** Notes each request and how it was returned, but for trials. */
export class Sent {
  private readonly ids = new Set<string>();
  private readonly outcomes = new Set<string>();
  private operations: readonly { id: string; method: string; path: RegExp }[] = [];

  /** The service, whose requests are noted. */
  by(service: TestService): TestService {
    if (this.operations.length === 0) this.operations = operationsOf(service);
    const call: TestService["call"] = async (caller, method, path, body, headers) => {
      const response = await service.call(caller, method, path, body, headers);
      if (headers?.["x-dry-run"] === undefined) this.note(response, method, path);
      return response;
    };
    return { ...service, call };
  }

  /** The operations that never succeeded. */
  get missing(): string[] {
    const ids = this.operations.map(({ id }) => id);
    return ids.filter((id) => !this.ids.has(id)).toSorted();
  }

  /** The outcomes, each an operation with a status or a code, that no response had. */
  lacking(outcomes: readonly string[]): string[] {
    return outcomes.filter((each) => !this.outcomes.has(each));
  }

  private note({ status, body }: TestResponse, method: string, path: string): void {
    const [asked = ""] = path.split("?");
    const of = this.operations.find((each) => each.method === method && each.path.test(asked));
    if (of === undefined) return;
    if (status < 400) this.ids.add(of.id);
    const problems: readonly { errorCode?: string; type: string }[] = status === 400 ? body : [];
    const codes = problems.map(({ errorCode, type }) => errorCode ?? type);
    for (const each of [status, ...codes]) this.outcomes.add(`${of.id} ${each}`);
  }
}

function operationsOf({ app }: TestService) {
  return Object.entries(buildContract(app, []).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: (operation as { operationId: string }).operationId,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    })),
  );
}
