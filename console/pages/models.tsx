// Models by program, and the weights of each.
import { useQuery } from "@tanstack/react-query";
import { Link, Route, Switch } from "wouter";
import { codes, nameIn } from "../data/codes.ts";
import { reads } from "../data/reads.ts";
import type { Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { Columns } from "../parts/columns.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Panel, Reading } from "../parts/panel.tsx";
import { managerOf, modelsBack } from "./model/manager.ts";
import { ModelPage } from "./model/model.tsx";

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
  return (
    <>
      <PageHead title="Models" sub="Grouped by program" />
      <Reading of={programs} lines={8}>
        {(all) =>
          all.length === 0 ? (
            <Panel title="Models">
              <Empty title="No models" />
            </Panel>
          ) : (
            <div className="stack">
              {all.map((program) => (
                <Program key={program.programOid ?? "none"} program={program} />
              ))}
            </div>
          )
        }
      </Reading>
    </>
  );
}

function Program({ program }: { readonly program: Shapes["ProgramModels"] }) {
  const { programName, programDescription, models } = program;
  return (
    <Panel
      title={programName ?? "No program"}
      aside={<span className="aside">{programDescription}</span>}
      isBare
    >
      <table className="table">
        <Columns of={["Model", "Style", "Managed by", "Benchmark"]} />
        <tbody>
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
        </tbody>
      </table>
    </Panel>
  );
}
