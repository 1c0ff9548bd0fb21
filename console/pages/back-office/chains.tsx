// The audit log's hash chains, verified page by page.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { bursar, type Shapes } from "../../data/service.ts";
import { grouped } from "../../data/texts.ts";
import { Failure, Notice, Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";

interface Verified {
  readonly subjects: number;
  readonly entries: number;
  readonly faults: readonly Shapes["VerifiedChains"]["faults"][number][];
}

const nothing: Verified = { subjects: 0, entries: 0, faults: [] };

/** Totals that are counted in the browser, across the pages of one run. */
function added(known: Verified, part: Shapes["VerifiedChains"]): Verified {
  return {
    subjects: known.subjects + Number(part.subjects),
    entries: known.entries + Number(part.entries),
    faults: [...known.faults, ...part.faults],
  };
}

/** Verifies every chain at the press of a button. */
export function Chains() {
  const [verified, setVerified] = useState(nothing);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const walk = useMutation({
    mutationFn: async () => {
      let known = nothing;
      setVerified(known);
      for (let after: string | null = ""; after !== null && !isGone.current; ) {
        const query: { limit: string; after?: string } = { limit: "200" };
        if (after !== "") query.after = after;
        const part: Shapes["VerifiedChains"] = await bursar.get("/restapi/service/chains", {
          params: { query },
        });
        known = added(known, part);
        setVerified(known);
        after = part.next;
      }
    },
  });
  const { subjects, entries, faults } = verified;
  const count = `${grouped(String(entries), 0)} entries of ${grouped(String(subjects), 0)} subjects`;
  return (
    <Panel
      title="Audit log"
      aside={
        <button
          type="button"
          className="button"
          onClick={() => walk.mutate()}
          disabled={walk.isPending}
        >
          Verify audit log
        </button>
      }
      footer={
        <>
          <code>bursar audit verify</code> also detects deleted chains.
        </>
      }
    >
      <div className="stack">
        {walk.isIdle && (
          <p className="muted">Checks that every entry is unaltered and in sequence.</p>
        )}
        {walk.isPending && <p role="status">{count} so far</p>}
        {walk.isError && <Failure error={walk.error} />}
        {walk.isSuccess && faults.length === 0 && (
          <Notice kind="good">Audit log verified: {count}.</Notice>
        )}
        {faults.length > 0 && (
          <>
            <Notice kind="bad">Tampering detected</Notice>
            <Faults of={faults} />
          </>
        )}
      </div>
    </Panel>
  );
}

function Faults({ of: faults }: { readonly of: Verified["faults"] }) {
  return (
    <div className="scroll">
      <Table columns={["Subject", figures("Entry"), "Problem"]}>
        {faults.map(({ subject, sequence, reason }) => (
          <tr key={subject}>
            <th scope="row" className="mono">
              {subject}
            </th>
            <td className="right">{sequence}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
