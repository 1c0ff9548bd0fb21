// The digest of a prepared import, by which a person names what was reviewed. (docs/importing.md)
import { createHash } from "node:crypto";
import { accountsFileOf, type Brought, digestOfBrought } from "../imports/changes.ts";
import { type Prepared, sha256Of } from "./queries.ts";

/** The SHA-256, in hexadecimal, of all that was sent and of what it becomes; undefined where nothing can be stored. */
export function digestOf(
  { profile, statedOn, since, files, answers, accounts }: Prepared,
  brought: Brought | undefined,
): string {
  const sent = {
    profile,
    statedOn,
    since,
    files: files.map(({ name, bytes }) => [name, sha256Of(bytes).toString("hex")]),
    answers: answers.map(({ about, word, answer }) => [about, word, answer]),
    accounts: Buffer.from(accountsFileOf(accounts).bytes).toString(),
  };
  const becomes = brought && digestOfBrought(brought);
  return createHash("sha256").update(JSON.stringify({ sent, becomes })).digest("hex");
}
