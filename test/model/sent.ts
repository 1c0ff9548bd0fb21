// Which operations of the contract the sequences have sent with success.
import { contractOf } from "../../src/platform/http/openapi.ts";
import type { Answer, TestService } from "../harness.ts";

/** Notes each request that succeeds, but for trials. */
export class Sent {
  private readonly ids = new Set<string>();
  private operations: readonly { id: string; method: string; path: RegExp }[] = [];

  /** The service, whose requests are noted. */
  by(service: TestService): TestService {
    if (this.operations.length === 0) this.operations = operationsOf(service);
    const call: TestService["call"] = async (caller, method, path, body, headers) => {
      const answer = await service.call(caller, method, path, body, headers);
      if (headers?.["x-dry-run"] === undefined) this.note(answer, method, path);
      return answer;
    };
    return { ...service, call };
  }

  /** Those that never succeeded. */
  get missing(): string[] {
    return this.operations.map(({ id }) => id).filter((id) => !this.ids.has(id));
  }

  private note({ status }: Answer, method: string, path: string): void {
    if (status >= 400) return;
    const [asked = ""] = path.split("?");
    const of = this.operations.find((each) => each.method === method && each.path.test(asked));
    if (of !== undefined) this.ids.add(of.id);
  }
}

function operationsOf({ app }: TestService) {
  return Object.entries(contractOf(app, []).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: (operation as { operationId: string }).operationId,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    })),
  );
}
