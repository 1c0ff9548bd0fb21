// A token of an API user of its own, with the scopes that a test chooses.
import { createKey } from "../src/brokerage/service/api-users/create-key.ts";
import type { TestService } from "./harness.ts";
import { testContext } from "./sample-template.ts";

/** The Authorization header of a new API user of a firm, whose key may act as one member alone. */
export async function tokenWith(
  service: TestService,
  scopes: readonly string[],
  firmOid: string,
  boundLoginId?: string,
): Promise<{ readonly authorization: string }> {
  const apiUserId = `59${firmOid}${scopes.length}${scopes.join("").length}`;
  const cell = `"${JSON.stringify(scopes).replaceAll('"', '""')}"`;
  await service.load({
    "api-users.csv": `apiUserId,firmOid,name,scopes\n${apiUserId},${firmOid},Test,${cell}\n`,
  });
  const drawn = await createKey(testContext(service.db), {
    apiUserId,
    kind: "token",
    expiresAt: undefined,
    boundLoginId,
  });
  if (!("token" in drawn)) throw new Error("a key of another kind");
  return { authorization: `Bearer ${drawn.token}` };
}
