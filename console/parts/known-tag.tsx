// The record over which a form was filled, by its tag: what somebody else has changed since is not
// overwritten unseen.
import { useEffect, useState } from "react";
import { hasDraft, keepTag, keptTag } from "../data/drafts.ts";
import { bursar, conditionOn } from "../data/service.ts";
import { Notice } from "./panel.tsx";

/** What a form knows of the record that it changes. */
export interface OfRecord {
  /** What was read and is changed, where its changes are conditional. */
  readonly record?: object;
  /** Whether the form shows the record as it stands, and nothing was typed. */
  readonly isUntouched?: boolean;
}

interface KnownTag {
  /** What the change demands: the record as it stood when the form was filled from it. */
  readonly condition: Readonly<Record<string, string>>;
  /** Goes on with what was typed over the record as it stands now; undefined until that is read. */
  readonly renewed: (() => void) | undefined;
}

/** The tag of the record that a form was filled from, kept while somebody types, and with a draft. */
export function useKnownTag(draft: string, { record, isUntouched = false }: OfRecord): KnownTag {
  const current = record && bursar.tagOf(record);
  const [kept, setKept] = useState(() => (hasDraft(draft) ? keptTag(draft) : undefined) ?? current);
  const tag = isUntouched ? current : kept;
  useEffect(() => {
    if (isUntouched) setKept(current);
  }, [isUntouched, current]);
  useEffect(() => {
    if (tag !== undefined && hasDraft(draft)) keepTag(draft, tag);
  });
  return {
    condition: conditionOn(tag),
    renewed: current === tag ? undefined : () => setKept(current),
  };
}

/** Says that somebody else was first. What was typed stays until the person decides. */
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
