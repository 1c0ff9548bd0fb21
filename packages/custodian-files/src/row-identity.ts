// By what a row is known again when the same file, or one that overlaps it, comes later.
import { createHash } from "node:crypto";

/** The values that identify a row; texts are as the file has them, figures without trailing
 * zeros. */
export interface RowIdentity {
  readonly profile: string;
  readonly account: string;
  readonly day: string;
  readonly action: string;
  readonly security: string;
  readonly quantity: string;
  readonly amount: string;
}

/** Numbers the rows of one file that are equal in everything, and gives each row its digest. */
export function rowIdentities(): (row: RowIdentity) => string {
  const equals = new Map<string, number>();
  return ({ profile, account, day, action, security, quantity, amount }) => {
    const texts = [profile, account, day, action, security, short(quantity), short(amount)];
    const key = JSON.stringify(texts);
    const number = (equals.get(key) ?? 0) + 1;
    equals.set(key, number);
    return createHash("sha256").update(`${key}${number}`).digest("hex").slice(0, 32);
  };
}

function short(figure: string): string {
  return figure.includes(".") ? figure.replace(/\.?0+$/, "") : figure;
}
