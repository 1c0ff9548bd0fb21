// Two persons of the sample's operator, each with a key that is bound to a login: one proposes, another decides.
import type { Id } from "@bursar/values/ids";
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import type { TestService } from "./harness.ts";
import { testContext } from "./sample-template.ts";

/** Their logins. */
export const operatorsPersons = ["bursar.ops", "bursar.desk"] as const;

/** The value of the Authorization header of each, by login. */
export function createPersons(service: TestService): Promise<ReadonlyMap<string, string>> {
  return createKeysOf(service, "5004", operatorsPersons);
}

/** The value of the Authorization header of members of an API user's firm, by login. */
export async function createKeysOf(
  service: TestService,
  apiUserId: string,
  logins: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const persons = new Map<string, string>();
  for (const boundLoginId of logins) {
    const sent = { apiUserId: apiUserId as Id, kind: "token", expiresAt: undefined } as const;
    const key = await createKey(testContext(service.db), { ...sent, boundLoginId });
    persons.set(boundLoginId, "token" in key ? `Bearer ${key.token}` : "");
  }
  return persons;
}
