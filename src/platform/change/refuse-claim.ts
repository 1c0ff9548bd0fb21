// Records a refused claim: the trace of callers who guess values, from which their refusals are
// counted.
import type { WriteContext } from "./context.ts";
import { refuseClaimEntry } from "./entries.ts";
import { write } from "./write.ts";

/** The subject of the refused claims of an API user. */
export function refusedSubject(apiUser: string): string {
  return `api-user:${apiUser}`;
}

/** A change that was refused, and the codes of its rules. */
interface RefusedClaim {
  readonly apiUser: string;
  readonly operation: string;
  readonly codes: readonly string[];
}

/** Records it; the request may be sent again with the same key and signature. */
export async function refuseClaim(
  ctx: WriteContext,
  { apiUser, operation, codes }: RefusedClaim,
): Promise<void> {
  const { access: _, ...rest } = ctx;
  const own: WriteContext = { ...rest, repeat: undefined, signature: undefined };
  await write(own, refuseClaimEntry, async () => ({
    value: null,
    audit: [{ subject: refusedSubject(apiUser), detail: { operation, codes: [...codes] } }],
  }));
}
