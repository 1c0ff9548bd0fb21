// Creating a credential for an API user; its secret is shown once.

import type { ErrorCode } from "@bursar/values/error-code";
import { type Id, isId } from "@bursar/values/ids";
import {
  secretBinding,
  tokenBinding,
  tokenDigest,
  tokenHash,
  tokenPrefix,
} from "../../../platform/auth/authenticate.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { Refusal, ruleProblem } from "../../../values/problem.ts";
import { selectCallerMember } from "../../clients-and-accounts/members/reads.ts";
import { credentialMac } from "../credentials/reads.ts";
import { createKeyEntry } from "./entries.ts";
import { apiUserErrors } from "./errors.ts";
import { insertKey, type NewKeyRow, selectFirmOfApiUser, updateKeyMac } from "./key-queries.ts";

/** The kind of credential to create, its user and its last day. */
export interface NewKey {
  readonly apiUserId: string;
  readonly kind: "token" | "signing";
  readonly expiresAt: Date | undefined;
  readonly boundLoginId: string | undefined;
}

/** A created credential; the store has only a token's hash, and a shared secret only sealed. */
export type DrawnKey =
  | { readonly keyId: Id; readonly token: string }
  | { readonly keyId: Id; readonly apiKey: string; readonly sharedSecret: string };

/** Creates a token of 256 random bits, or a signing key with its shared secret. */
export async function createKey(ctx: WriteContext, request: NewKey): Promise<DrawnKey> {
  const { apiUserId, kind, expiresAt, boundLoginId } = request;
  const keyId = ctx.newId();
  const { drawn, stored } = kind === "token" ? drawToken(ctx, keyId) : drawSecret(ctx, keyId);
  await write(ctx, createKeyEntry, async (tx) => {
    const user = isId(apiUserId) ? await selectFirmOfApiUser(tx, apiUserId) : undefined;
    if (user === undefined) throw unknown(apiUserErrors.apiUser);
    if (boundLoginId !== undefined) {
      const member = await selectCallerMember(tx, boundLoginId);
      if (member?.firm.oid !== user.firmOid) throw unknown(apiUserErrors.boundMember);
    }
    const fields = await insertKey(tx, {
      ...stored,
      keyId,
      apiUserId,
      kind,
      boundLoginId: boundLoginId ?? null,
      createdAt: ctx.realNow,
      expiresAt: expiresAt ?? null,
    });
    updateKeyMac(tx, keyId, credentialMac(ctx.vault, fields));
    const after = {
      keyId,
      apiUserId,
      kind,
      version: "1",
      ...(boundLoginId !== undefined && { boundLoginId }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    return { value: null, audit: [{ subject: `firm:${user.firmOid}`, after }] };
  });
  return drawn;
}

function unknown(error: ErrorCode): Refusal {
  return new Refusal(400, [ruleProblem(error)]);
}

type Drawn = {
  readonly drawn: DrawnKey;
  readonly stored: Pick<NewKeyRow, "apiKey" | "secretSealed" | "tokenHash" | "tokenSealed">;
};

function drawToken(ctx: WriteContext, keyId: Id): Drawn {
  const token = tokenPrefix + drawText(ctx, 32);
  const stored = {
    apiKey: null,
    secretSealed: null,
    tokenHash: tokenHash(ctx.vault, token),
    tokenSealed: ctx.vault.seal(tokenDigest(token), tokenBinding(keyId)),
  };
  return { drawn: { keyId, token }, stored };
}

function drawSecret(ctx: WriteContext, keyId: Id): Drawn {
  const apiKey = `bk_${drawText(ctx, 15)}`;
  const sharedSecret = drawText(ctx, 32);
  const secretSealed = ctx.vault.seal(sharedSecret, secretBinding(apiKey));
  return {
    drawn: { keyId, apiKey, sharedSecret },
    stored: { apiKey, secretSealed, tokenHash: null, tokenSealed: null },
  };
}

function drawText(ctx: WriteContext, bytes: number): string {
  return Buffer.from(ctx.random(bytes)).toString("base64url");
}
