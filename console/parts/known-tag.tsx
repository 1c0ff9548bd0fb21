// The record that a form was filled from, by its tag. Changes by others since then are not
// overwritten unseen.
import { useEffect, useState } from "react";
import { hasDraft, storedTag, storeTag } from "../data/drafts.ts";
import { bursar, conditionOn } from "../data/service.ts";
import { Notice } from "./panel.tsx";

/** The record that a form changes. */
export interface OfRecord {
  /** The record that was read, if its changes are conditional. */
  readonly record?: object;
  /** Whether the form shows the stored record, and nothing was typed. */
  readonly isUntouched?: boolean;
}

interface KnownTag {
  /** The condition of the change: the record as the form was filled from it. */
  readonly condition: Readonly<Record<string, string>>;
  /** Applies the entries to the current record; undefined until that has been read. */
  readonly renewed: (() => void) | undefined;
}

/** The tag of the record that a form was filled from, kept while the user types, and with a
 * draft. */
export function useKnownTag(draft: string, { record, isUntouched = false }: OfRecord): KnownTag {
  const current = record && bursar.tagOf(record);
  const [stored, setStored] = useState(
    () => (hasDraft(draft) ? storedTag(draft) : undefined) ?? current,
  );
  const tag = isUntouched ? current : stored;
  useEffect(() => {
    if (isUntouched) setStored(current);
  }, [isUntouched, current]);
  useEffect(() => {
    if (tag !== undefined && hasDraft(draft)) storeTag(draft, tag);
  });
  return {
    condition: conditionOn(tag),
    renewed: current === tag ? undefined : () => setStored(current),
  };
}

/** Says that someone else changed the record first. Entries stay until the user decides. */
export function Outdated({ renewed }: Pick<KnownTag, "renewed">) {
  return (
    <Notice kind="warn">
      <p>
        Someone else changed this record after you opened it, and your changes were not saved. The
        page shows the current record; your entries are kept here.
      </p>
      <button type="button" className="button" disabled={renewed === undefined} onClick={renewed}>
        Keep my changes
      </button>
    </Notice>
  );
}
