// Choosing a custodian's files, and having them checked.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { base64 } from "../../data/base64.ts";
import { useDraft } from "../../data/drafts.ts";
import { importProfiles } from "../../data/import-codes.ts";
import { bursar } from "../../data/service.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure, Notice, Panel } from "../../parts/panel.tsx";
import { Drop } from "../back-office/drop.tsx";
import { isBeside } from "../back-office/load-files.ts";
import type { OfFirm } from "../of-firm.ts";

/** The files of an import have at most 16 MiB together. */
const most = 16_777_216;

/** The bytes of files as a request has them. */
export async function filesToSend(files: readonly File[]) {
  const sent: { name: string; content: string }[] = [];
  for (const file of files) {
    const content = base64(new Uint8Array(await file.arrayBuffer()));
    sent.push({ name: file.name, content });
  }
  return sent;
}

interface ImportDraft {
  readonly profile: string;
  readonly statedOn: string;
  readonly since: string;
}

/** The panel in which an import is prepared. */
export function NewImport({ firmId }: OfFirm) {
  const [draft, setDraft] = useDraft<ImportDraft>(`prepareImport ${firmId}`, "import", {
    profile: "schwab",
    statedOn: "",
    since: "",
  });
  const [files, setFiles] = useState<readonly File[]>([]);
  const { prepare, size } = usePrepared(firmId, draft, files);
  const take = (given: readonly File[]) => {
    const chosen = given.filter(({ name, size: bytes }) => !isBeside(name) && bytes > 0);
    const names = chosen.map(({ name }) => name);
    setFiles((before) => [...before.filter(({ name }) => !names.includes(name)), ...chosen]);
  };
  return (
    <Panel title="Prepare an import">
      <div className="stack">
        <Choice draft={draft} set={(changed) => setDraft({ ...draft, ...changed })} />
        <Drop take={take}>Exports of the custodian as they were downloaded, up to 16 MiB.</Drop>
        {files.length > 0 && (
          <ul className="chosen">
            {files.map(({ name }) => (
              <li key={name} className="tag">
                {name}
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => setFiles(files.filter((file) => file.name !== name))}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {size > most && (
          <Notice kind="bad">
            Files exceed 16 MiB in total. Prepare them in several imports, the oldest first.
          </Notice>
        )}
        {prepare.error && <Failure error={prepare.error} />}
        {prepare.isPending && (
          <p className="small muted" role="status">
            Checking {files.length} files. This can take a minute.
          </p>
        )}
        <div className="form">
          <div className="end">
            <button
              type="button"
              className="button first"
              disabled={files.length === 0 || size > most || prepare.isPending}
              onClick={() => prepare.mutate()}
            >
              Check files
            </button>
          </div>
        </div>
      </div>
    </Panel>
  );
}

function usePrepared(firmId: string, draft: ImportDraft, files: readonly File[]) {
  const cache = useQueryClient();
  const [, go] = useLocation();
  const prepare = useMutation({
    meta: { done: "Check files" },
    mutationFn: async () =>
      bursar.post("/restapi/firms/{firmid}/imports", {
        params: { path: { firmid: firmId } },
        body: {
          profile: draft.profile,
          files: await filesToSend(files),
          ...(draft.statedOn !== "" && { statedOn: draft.statedOn }),
          ...(draft.since !== "" && { since: draft.since }),
        },
      }),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ["imports"] });
      go(`/${id}`);
    },
  });
  return { prepare, size: files.reduce((sum, file) => sum + file.size, 0) };
}

interface ChoiceProps {
  readonly draft: ImportDraft;
  readonly set: (changed: Partial<ImportDraft>) => void;
}

function Choice({ draft, set }: ChoiceProps) {
  return (
    <div className="toolbar">
      <label className="small" htmlFor="profile">
        Custodian
      </label>
      <select
        id="profile"
        className="input"
        style={{ maxWidth: "100%" }}
        value={draft.profile}
        onChange={({ target }) => set({ profile: target.value })}
      >
        {Object.entries(importProfiles).map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
      <label className="small" htmlFor="stated-on">
        Day of files without a date
      </label>
      <input
        id="stated-on"
        className="input"
        type="date"
        value={draft.statedOn}
        onChange={({ target }) => set({ statedOn: target.value })}
      />
      <label className="small" htmlFor="since">
        Exclude rows through
      </label>
      <input
        id="since"
        className="input"
        type="date"
        value={draft.since}
        onChange={({ target }) => set({ since: target.value })}
      />
    </div>
  );
}
