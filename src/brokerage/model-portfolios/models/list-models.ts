// Listing the models that a caller sees, by program. (interface 2.8)

import { compareIds, type Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { viewerOf } from "./access.ts";
import { type ProgramRow, selectPrograms } from "./change-queries.ts";
import { encodeModel } from "./get-model.ts";
import { type ModelRow, type ModelViewer, selectModelsInView } from "./queries.ts";
import type { ProgramModels } from "./schema.ts";

/** The models in sight under each of their programs, by id; at the end those outside any. */
export async function listModels({ db, caller }: Context): Promise<ProgramModels[]> {
  const viewer = viewerOf(caller);
  const [models, programs] = await Promise.all([
    selectModelsInView(db, viewer),
    selectPrograms(db),
  ]);
  const shown = models.flatMap((model) =>
    programsOf(model, viewer).map((programOid) => ({ programOid, model })),
  );
  const groups = Map.groupBy(shown, ({ programOid }) => programOid);
  return [...groups]
    .toSorted(([one], [other]) => inOrder(one, other))
    .map(([oid, of]) =>
      encodeProgram(
        oid,
        programs,
        of.map(({ model }) => model),
      ),
    );
}

/** The programs under which a viewer sees a model: of others' models those of its own firm. */
function programsOf({ firmOid, programOids }: ModelRow, viewer: ModelViewer): (Id | null)[] {
  if (programOids.length === 0) return [null];
  const seesAll = viewer.firmOid === null || firmOid === viewer.firmOid;
  return programOids.filter((oid) => seesAll || viewer.programOids.includes(oid));
}

function inOrder(one: Id | null, other: Id | null): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return compareIds(one, other);
}

function encodeProgram(
  oid: Id | null,
  programs: readonly ProgramRow[],
  models: readonly ModelRow[],
): ProgramModels {
  const program = programs.find(({ programOid }) => programOid === oid);
  return {
    programOid: oid,
    programName: program?.name ?? null,
    programDescription: program?.description ?? null,
    models: models.map((row) => {
      const { folioNumber: _number, targetWeights: _weights, ...model } = encodeModel(row);
      return { ...model, iaMemberOid: row.iaMemberOid };
    }),
  };
}
