// The versions of reported years, for `bursar report --list`. (docs/tax-lots.md)
import type { Reader } from "../../../../platform/store/db.ts";
import {
  type ListedVersion,
  type ReportedVersion,
  selectVersions,
  type VersionFilter,
} from "./version-queries.ts";

export type { ListedVersion } from "./version-queries.ts";

/** Every version in order of account, year and version; of one account or year where it is named. */
export async function* listVersions(
  db: Reader,
  { accountNumber, taxYear }: VersionFilter,
): AsyncGenerator<ListedVersion> {
  const filter = { accountNumber: accountNumber ?? null, taxYear: taxYear ?? null };
  let after: ReportedVersion | undefined = { accountNumber: "", taxYear: "", version: 0 };
  while (after !== undefined) {
    const found: ListedVersion[] = await selectVersions(db, filter, after);
    yield* found;
    after = found.at(-1);
  }
}
