// Releasing a prepared import, or discarding it.
import { bursar, type Shapes } from "../../data/service.ts";
import { grouped } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";

/** The decisions that a person may take. */
export type ImportDecision = Shapes["ImportDecision"]["importStatus"];

interface DecideImportProps {
  readonly report: Shapes["PreparedImportReport"];
  readonly to: ImportDecision;
  readonly name: string;
  readonly done: () => void;
}

/** The form of a decision. */
export function DecideImport({ report, to, name, done }: DecideImportProps) {
  const { importId, firmOid, counts, digest, isByOperator } = report;
  const isRelease = to === "RELEASED";
  return (
    <ChangeForm
      name={`import ${importId} ${to}`}
      values={isRelease ? { importStatus: to, digest } : { importStatus: to }}
      send={(body, how) =>
        bursar.put("/restapi/firms/{firmid}/imports/{importid}/status", {
          params: { path: { firmid: firmOid, importid: importId } },
          body,
          ...how,
        })
      }
      renews={["imports"]}
      done={done}
      action={name}
      isDanger={!isRelease}
    >
      <p className="small muted">
        {isRelease
          ? `${grouped(counts.transactions, 0)} transactions are booked, with ${grouped(counts.securities, 0)} new securities and ${grouped(counts.closes, 0)} new closes. New clients are ${isByOperator ? "identified" : "still to be verified"}.`
          : "The files are deleted. Nothing was stored in the books."}
      </p>
    </ChangeForm>
  );
}
