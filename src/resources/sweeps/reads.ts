// What other resources may read of the sweep.
export { sweepFigures } from "./sweep-figures.ts";
