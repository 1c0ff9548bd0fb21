// Seals, once, the heads of chains that were written before heads were sealed. Entries say which format
// they have, so that a store whose seals were removed does not pass for one that never had any.
import type { KeyObject } from "node:crypto";
import type { Tx } from "../store/db.ts";
import { allChains, type Chain } from "./audit.ts";
import { type AuditHead, faultOfEntries, isOfFirstFormat, sealOfHead } from "./audit-chain.ts";
import {
  countUnsealedHeads,
  hasSealedHeads,
  hasUnsealedHeads,
  lockSealing,
  updateHeadSeals,
} from "./audit-head-queries.ts";
import type { WriteContext } from "./context.ts";
import { sealHeadsEntry } from "./entries.ts";
import { write } from "./write.ts";

/** Seals the heads that an upgrade has found; returns how many are left without a seal. */
export async function sealHeads(ctx: WriteContext): Promise<number> {
  if (!(await hasUnsealedHeads(ctx.db))) return 0;
  let left = 0;
  await write({ ...ctx, db: ctx.db.forLoads }, sealHeadsEntry, async (tx) => {
    await lockSealing(tx);
    const { heads, isUpgrade } = await sealAll(tx, ctx.vault.auditKey);
    left = await countUnsealedHeads(tx);
    const notes = isUpgrade ? [{ subject: "store", detail: { heads: String(heads) } }] : [];
    return { value: null, audit: notes };
  });
  return left;
}

async function sealAll(tx: Tx, key: KeyObject): Promise<{ heads: number; isUpgrade: boolean }> {
  const isFirst = await isNeverSealed(tx, key);
  if (!isFirst) return { heads: 0, isUpgrade: false };
  let heads = 0;
  let batch: AuditHead[] = [];
  const flush = () => {
    updateHeadSeals(
      tx,
      batch.map(({ subject, ...head }) => ({
        subject,
        seal: sealOfHead(key, { subject, ...head }),
      })),
    );
    heads += batch.length;
    batch = [];
  };
  for await (const each of allChains(tx)) {
    if (each.head && isWhole(key, each)) batch.push(each.head);
    if (batch.length === 1_000) flush();
  }
  flush();
  return { heads, isUpgrade: true };
}

/** Whether no head has a seal, and no entry was written since heads are sealed. */
async function isNeverSealed(tx: Tx, key: KeyObject): Promise<boolean> {
  if (await hasSealedHeads(tx)) return false;
  for await (const { subject, chain } of allChains(tx)) {
    const sound = faultOfEntries(key, subject, chain) === undefined ? chain : [];
    for (const [at, entry] of sound.entries()) {
      const before = sound[at - 1]?.mac ?? Buffer.alloc(0);
      if (!isOfFirstFormat(key, entry, before)) return false;
    }
  }
  return true;
}

function isWhole(key: KeyObject, { subject, chain, head }: Chain): boolean {
  const last = chain.at(-1);
  const isLast =
    last?.sequence === head?.sequence && last?.mac.equals(head?.mac ?? Buffer.alloc(0));
  return isLast === true && faultOfEntries(key, subject, chain) === undefined;
}
