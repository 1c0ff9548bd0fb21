// The exceptions of a run that need a look before it is approved, by kind.
import { type FeeRun, warningOrder, warningTexts } from "../../data/fee-codes.ts";
import { grouped } from "../../data/texts.ts";
import { Columns, figures } from "../../parts/columns.tsx";
import { Panel } from "../../parts/panel.tsx";

interface ExceptionsProps {
  readonly of: FeeRun;
  readonly chosen: string;
  readonly choose?: (warning: string) => void;
}

/** Warnings by kind, those that most need a decision first; none of them stops a run. */
export function Exceptions({ of: { warnings }, chosen, choose }: ExceptionsProps) {
  const found = warningOrder.filter((each) => (warnings[each] ?? "0") !== "0");
  if (found.length === 0) return null;
  return (
    <Panel title="Exceptions" footer="Exceptions do not stop a run." isBare>
      <table className="table">
        <Columns of={["Exception", figures("Items"), "Meaning"]} />
        <tbody>
          {found.map((each) => (
            <tr key={each} {...(chosen === each && { className: "marked" })}>
              <th scope="row">
                {choose ? (
                  <button
                    type="button"
                    className="why"
                    aria-pressed={chosen === each}
                    onClick={() => choose(chosen === each ? "" : each)}
                  >
                    {warningTexts[each].name}
                  </button>
                ) : (
                  warningTexts[each].name
                )}
              </th>
              <td className="right strong">{grouped(warnings[each] ?? "0", 0)}</td>
              <td className="wraps muted">{warningTexts[each].text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
