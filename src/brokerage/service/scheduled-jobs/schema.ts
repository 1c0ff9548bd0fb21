// The wire shape of the request for a sweep.
import { object } from "../../../values/wire.ts";

/** The operator's request to have the sweep run: nothing. */
export const NewSweep = object({}, { title: "NewSweep", examples: [{}] });
