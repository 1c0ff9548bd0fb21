// The manager of a model, and the link back to the list.
import type { Shapes } from "../../data/service.ts";

/** The link back to the list. */
export const modelsBack = { path: "/", name: "All models" };

/** The manager of a model, with the firm. */
export function managerOf({
  iaFirstName,
  iaLastName,
  firmName,
}: Pick<Shapes["Model"], "iaFirstName" | "iaLastName" | "firmName">): string {
  return iaLastName === null ? firmName : `${iaFirstName ?? ""} ${iaLastName}, ${firmName}`.trim();
}
