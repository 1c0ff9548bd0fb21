// Who manages a model, and the way back from it to the list.
import type { Shapes } from "../../data/service.ts";

/** The way back to the list. */
export const modelsBack = { path: "/", name: "All models" };

/** Who manages a model, with the firm. */
export function managerOf({
  iaFirstName,
  iaLastName,
  firmName,
}: Pick<Shapes["Model"], "iaFirstName" | "iaLastName" | "firmName">): string {
  return iaLastName === null ? firmName : `${iaFirstName ?? ""} ${iaLastName}, ${firmName}`.trim();
}
