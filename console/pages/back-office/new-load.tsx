// Choosing files, reviewing their changes, and importing them.
import { type Problem, Refused, Unanswered } from "@bursar/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure, Loading, Notice, Panel, Wide } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { Drop } from "./drop.tsx";
import { type FileToSend, type ReadFiles, readFiles } from "./load-files.ts";
import { LoadShown } from "./load-shown.tsx";

const nothing: ReadFiles = { files: [], problems: [] };

/** The panel in which files are imported. */
export function NewLoad({ person }: { readonly person: Session }) {
  const [{ files, problems }, setRead] = useState(nothing);
  const [isDone, setDone] = useState(false);
  const take = async (given: readonly File[]) => {
    const read = await readFiles(given);
    setDone(false);
    setRead(({ files: before }) => {
      const names = read.files.map(({ name }) => name);
      const unchanged = before.filter(({ name }) => !names.includes(name));
      return {
        files: isDone ? read.files : [...unchanged, ...read.files],
        problems: read.problems,
      };
    });
  };
  const remove = (name: string) =>
    setRead({ files: files.filter((file) => file.name !== name), problems: [] });
  return (
    <Panel title="Import files">
      <div className="stack">
        <Drop accept=".csv,.ndjson" take={(given) => void take(given)}>
          {whatFor(person)}
        </Drop>
        {isDone && <Notice kind="good">Import complete</Notice>}
        {problems.length > 0 && (
          <Notice kind="bad">
            {problems.map(({ name, reason }) => (
              <p key={name}>
                <span className="strong">{name}</span>: {reason}
              </p>
            ))}
          </Notice>
        )}
        {files.length > 0 && !isDone && (
          <Checked files={files} remove={remove} done={() => setDone(true)} />
        )}
      </div>
    </Panel>
  );
}

function whatFor({ kind }: Session): string {
  return kind === "operator"
    ? "All record types except firms, API users, staff, programs and offering documents. Review changes before you import."
    : "Your firm’s models, as models.csv. Review changes before you import.";
}

interface CheckedProps {
  readonly files: readonly FileToSend[];
  readonly remove: (name: string) => void;
  readonly done: () => void;
}

const checkOfFiles = "check of files";

const identities = new WeakMap<readonly FileToSend[], string>();

/** The cache key of these files: comparing their texts would be slow. */
function identityOf(files: readonly FileToSend[]): string {
  const known = identities.get(files) ?? crypto.randomUUID();
  identities.set(files, known);
  return known;
}

function Checked({ files, remove, done }: CheckedProps) {
  const cache = useQueryClient();
  const body = { files: files.map(({ name, text }) => ({ name, text })) };
  const checked = useQuery({
    queryKey: [checkOfFiles, identityOf(files)],
    queryFn: async () => {
      const { record } = await bursar.post("/restapi/loads", { body, dryRun: true });
      return record as Shapes["LoadReport"];
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const unanswered = useRef<{ files: readonly FileToSend[]; key: string | undefined }>(undefined);
  const load = useMutation({
    meta: { done: "Import" },
    mutationFn: () => {
      // Files whose response was lost are sent again under their key, so that they are imported
      // once.
      const { key } = unanswered.current?.files === files ? unanswered.current : {};
      const headers = key === undefined ? {} : { "Idempotency-Key": key };
      return bursar.post("/restapi/loads", { body, headers });
    },
    onError: (error) => {
      const key = error instanceof Unanswered ? error.idempotencyKey : undefined;
      unanswered.current = { files, key };
    },
    onSuccess: async () => {
      done();
      const others = ["session", checkOfFiles];
      await cache.invalidateQueries({
        predicate: ({ queryKey: [first] }) => !others.includes(String(first)),
      });
    },
  });
  const refused = load.error ?? checked.error;
  return (
    <>
      <ul className="chosen">
        {files.map(({ name }) => (
          <li key={name} className="tag">
            {name}
            <button type="button" aria-label={`Remove ${name}`} onClick={() => remove(name)}>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {checked.isFetching && <Loading lines={3} />}
      {refused && <Wrong error={refused} again={() => void checked.refetch()} />}
      {checked.data && !refused && <LoadShown report={checked.data} />}
      <div className="form">
        <div className="end">
          <button
            type="button"
            className="button first"
            disabled={checked.data === undefined || checked.isFetching || load.isPending}
            onClick={() => load.mutate()}
          >
            {load.isPending ? "Importing" : "Import files"}
          </button>
        </div>
      </div>
    </>
  );
}

/** The problems with the files: by file, line and column. */
function Wrong({ error, again }: { readonly error: Error; readonly again: () => void }) {
  const problems = error instanceof Refused ? error.problems : [];
  const placed = problems.filter(({ field }) => field !== undefined);
  if (placed.length === 0) return <Failure error={error} again={again} />;
  const others = problems.filter(({ field }) => field === undefined);
  return (
    <>
      <Notice kind="bad">
        Nothing was imported. {placed.length === 1 ? "1 problem" : `${placed.length} problems`} to
        fix.
        {others.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Notice>
      <Wide label="Problems">
        <Table columns={["File", figures("Line"), "Column", "Problem"]}>{placed.map(rowOf)}</Table>
      </Wide>
    </>
  );
}

function rowOf({ field = "", message }: Problem) {
  const [file, line, column] = field.split(":");
  return (
    <tr key={`${field} ${message}`}>
      <th scope="row">{file}</th>
      <td className="right">{line}</td>
      <td className="mono">{column}</td>
      <td>{message}</td>
    </tr>
  );
}
