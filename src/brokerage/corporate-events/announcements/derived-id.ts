// Ids of what follows from something stored, so that the same is never made twice.
import { createHash } from "node:crypto";
import type { Id } from "@bursar/values/ids";

/** The first 63 bits of SHA-256 over the parts as text joined by `/`; 0 or a taken one is hashed again. */
export function derivedId(parts: readonly string[], taken: ReadonlySet<string>): Id {
  let digest = createHash("sha256").update(parts.join("/")).digest("hex");
  for (;;) {
    const id = String(BigInt(`0x${digest.slice(0, 16)}`) >> 1n);
    if (id !== "0" && !taken.has(id)) return id as Id;
    digest = createHash("sha256").update(digest).digest("hex");
  }
}
