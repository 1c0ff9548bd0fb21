// Runs due jobs now, which run every minute anyway. Asks first, and shows the result.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { jobName } from "../../data/job-names.ts";
import { officeReads as reads } from "../../data/office-reads.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { grouped } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Notice, Reading } from "../../parts/panel.tsx";

type Due = readonly Shapes["SweepState"][];

/** The button, its confirmation, and its result. */
export function RunJobs() {
  const [isAsking, setAsking] = useState(false);
  const [ran, setRan] = useState<Due>();
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        Run due jobs
      </button>
      {ran && (
        <Notice kind="good">
          <p>Jobs complete.</p>
          <Jobs of={ran} />
        </Notice>
      )}
      {isAsking && (
        <Dialog title="Run due jobs" close={() => setAsking(false)}>
          <Run
            done={(due) => {
              setAsking(false);
              setRan(due);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Run({ done }: { readonly done: (due: Due) => void }) {
  const cache = useQueryClient();
  const state = useQuery({ ...reads.serviceState(), staleTime: 0 });
  return (
    <Reading of={state}>
      {({ sweep }) => {
        const due = sweep.filter((each) => each.due !== "0");
        return (
          <ChangeForm
            name="runSweep"
            values={{}}
            send={(body, how) => bursar.put("/restapi/sweeps", { body, ...how })}
            renews={["service"]}
            done={() => {
              void cache.invalidateQueries();
              done(due);
            }}
            action="Run due jobs"
          >
            <p>Runs all due jobs now, in the accounts of all firms. This cannot be undone.</p>
            <Jobs of={due} />
          </ChangeForm>
        );
      }}
    </Reading>
  );
}

function Jobs({ of: due }: { readonly of: Due }) {
  if (due.length === 0) return <p>No jobs were due.</p>;
  return (
    <dl className="facts">
      {due.map((each) => (
        <div key={each.operation}>
          <dt>{jobName(each.operation)}</dt>
          <dd>{grouped(each.due, 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
