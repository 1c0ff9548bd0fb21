// Models by program, and the weights of each.
import { useQuery } from "@tanstack/react-query";
import { Link, Route, Switch, useSearchParams } from "wouter";
import { codes, nameIn } from "../data/codes.ts";
import { type CsvColumn, csvText } from "../data/csv-text.ts";
import { withFilters } from "../data/filters.ts";
import { matchesWords } from "../data/match-words.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { ExportButton } from "../parts/export-button.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Panel, Reading } from "../parts/panel.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Table } from "../parts/table.tsx";
import { managerOf, modelsBack } from "./model/manager.ts";
import { ModelPage } from "./model/model.tsx";

type ProgramModels = Shapes["ProgramModels"];

/** The list of models, or the one that the path names. */
export function ModelsPage({ person }: { readonly person: Session }) {
  return (
    <Switch>
      <Route path="/">
        <Models />
      </Route>
      <Route path="/:oid">{({ oid }) => <ModelPage key={oid} oid={oid} person={person} />}</Route>
      <Route>
        <NotFound back={modelsBack} />
      </Route>
    </Switch>
  );
}

function Models() {
  const programs = useQuery(reads.models());
  const [asked, setAsked] = useSearchParams();
  const search = asked.get("search") ?? "";
  return (
    <>
      <PageHead title="Models" sub="Grouped by program" />
      <Reading of={programs} lines={8}>
        {(all) => {
          const shown = found(all, search);
          if (all.length === 0) {
            return (
              <Panel title="Models">
                <Empty title="No models" />
              </Panel>
            );
          }
          return (
            <div className="stack">
              <div className="toolbar no-print">
                <SearchField
                  label="Search models"
                  placeholder="Name, style, manager or program"
                  stored={search}
                  choose={(text) =>
                    setAsked((now) => withFilters(now, { search: text }), { replace: true })
                  }
                />
                <ExportButton
                  of="The models shown"
                  name="models.csv"
                  read={async () => csvText(rowsOf(shown), csvColumns)}
                />
              </div>
              {shown.length === 0 && (
                <Panel title="Models">
                  <Empty title="No matching models" />
                </Panel>
              )}
              {shown.map((program) => (
                <Program key={program.programOid ?? "none"} program={program} />
              ))}
            </div>
          );
        }}
      </Reading>
    </>
  );
}

/** The programs that have a matching model, each with its matching models. */
function found(programs: readonly ProgramModels[], search: string): readonly ProgramModels[] {
  return programs
    .map((program) => ({
      ...program,
      models: program.models.filter((model) =>
        matchesWords(
          [
            model.longName,
            model.description,
            nameIn(codes.styles, model.style),
            managerOf(model),
            program.programName,
          ],
          search,
        ),
      ),
    }))
    .filter(({ models }) => models.length > 0);
}

interface ModelRow {
  readonly program: ProgramModels;
  readonly model: ProgramModels["models"][number];
}

function rowsOf(programs: readonly ProgramModels[]): readonly ModelRow[] {
  return programs.flatMap((program) => program.models.map((model) => ({ program, model })));
}

const csvColumns: readonly CsvColumn<ModelRow>[] = [
  ["Model ID", ({ model }) => model.modelOid],
  ["Model", ({ model }) => model.longName],
  ["Description", ({ model }) => model.description],
  ["Program", ({ program }) => program.programName],
  ["Style", ({ model }) => nameIn(codes.styles, model.style)],
  ["Managed by", ({ model }) => managerOf(model)],
  ["Benchmark", ({ model }) => model.benchmarkItem],
];

function Program({ program }: { readonly program: ProgramModels }) {
  const { programName, programDescription, models } = program;
  return (
    <Panel
      title={programName ?? "No program"}
      aside={<span className="aside">{programDescription}</span>}
      isBare
    >
      <Table columns={["Model", "Style", "Managed by", "Benchmark"]}>
        {models.map((model) => (
          <tr key={model.modelOid}>
            <th scope="row" style={{ width: "45%" }}>
              <Link href={`/${model.folioOid}`}>{model.longName}</Link>
              {model.description && (
                <div className="tiny muted" style={{ fontWeight: 400 }}>
                  {model.description}
                </div>
              )}
            </th>
            <td>{nameIn(codes.styles, model.style)}</td>
            <td>{managerOf(model)}</td>
            <td>{model.benchmarkItem ?? <span className="faint">–</span>}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
