// Names of the kinds of corporate events.
import kinds from "../../src/reference/codes/corporate-event-kind.csv";
import { listOf } from "./codes.ts";

/** The kinds of events. */
export const eventKinds = listOf(kinds);
