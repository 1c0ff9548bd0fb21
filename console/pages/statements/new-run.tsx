// The form of a new statement run.
import { useLocation } from "wouter";
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { ChangeForm } from "../../parts/change-form.tsx";
import { CodeInput, FlagInput, LinesInput, TextInput } from "../../parts/inputs.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { type OfFirm, useFirmName } from "../of-firm.ts";

/** A run as typed. */
interface RunDraft {
  readonly reportType: string;
  readonly periodEnd: string;
  readonly months: string;
  readonly accounts: string;
  readonly households: boolean;
}

const statements = { name: "Account statements", description: "Holdings, activity and income." };
const reports = { name: "Performance reports", description: "Returns net and gross of fees." };

const months = new Map([
  ["1", { name: "1 month", description: "" }],
  ["3", { name: "3 months", description: "" }],
  ["12", { name: "12 months", description: "" }],
]);

function sent({ reportType, periodEnd, months: of, accounts, households }: RunDraft) {
  const numbers = accounts.split(/[\s,;]+/).filter(Boolean);
  return {
    reportType: reportType as Shapes["NewStatementRun"]["reportType"],
    periodEnd,
    ...(of !== "" && { months: of as NonNullable<Shapes["NewStatementRun"]["months"]> }),
    ...(numbers.length > 0 && { accountNumbers: numbers }),
    ...(households && reportType === "R" && { households }),
  };
}

/** The page of a new run; a firm draws performance reports alone. */
export function NewStatementRun({ firmId, person }: OfFirm) {
  const form = `createStatementRun ${firmId}`;
  const isOperator = person.kind === "operator";
  const kinds = new Map([...(isOperator ? [["M", statements] as const] : []), ["R", reports]]);
  const [draft, setDraft] = useDraft<RunDraft>(form, "run", {
    reportType: isOperator ? "M" : "R",
    periodEnd: "",
    months: "",
    accounts: "",
    households: false,
  });
  const [, go] = useLocation();
  const set = (changed: Partial<RunDraft>) => setDraft({ ...draft, ...changed });
  const firmName = useFirmName({ firmId, person });
  return (
    <>
      <PageHead title="New statement run" sub={firmName}>
        <BackLink href="/" name="All statement runs" />
      </PageHead>
      <Panel title="Period">
        <ChangeForm
          name={form}
          values={sent(draft)}
          send={(body, how) =>
            bursar.post("/restapi/firms/{firmid}/statementruns", {
              params: { path: { firmid: firmId } },
              body,
              ...how,
            })
          }
          renews={["statement runs"]}
          done={({ id }) => go(`/${id}`)}
          action="Create run"
        >
          <div className="row">
            <CodeInput
              field="reportType"
              label="Type"
              list={kinds}
              value={draft.reportType}
              set={(reportType) => set({ reportType })}
            />
            <TextInput
              field="periodEnd"
              label="Period end"
              hint="Last day of a month that is over"
              kind="day"
              value={draft.periodEnd}
              set={(periodEnd) => set({ periodEnd })}
            />
            <CodeInput
              field="months"
              label="Length"
              list={months}
              none="Firm default"
              value={draft.months}
              set={(of) => set({ months: of })}
            />
          </div>
          {draft.reportType === "R" && (
            <FlagInput
              field="households"
              label="One report a household"
              value={draft.households}
              set={(households) => set({ households })}
            />
          )}
          <LinesInput
            field="accountNumbers"
            label="Accounts (optional)"
            hint="Account numbers; all accounts of the firm if empty"
            value={draft.accounts}
            set={(accounts) => set({ accounts })}
          />
        </ChangeForm>
      </Panel>
    </>
  );
}
