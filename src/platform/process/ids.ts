// The ids of the process: one source for requests, scheduled jobs and commands, so that no two are equal.
import { openIds } from "@bursar/values/ids";
import { openRandom } from "./random.ts";

/** Draws the next id of this process. */
export const drawId = openIds(openRandom());
