// The wire shape of a closing price.
import type { Static } from "typebox";
import { decimal } from "../../../values/scalars.ts";
import { object } from "../../../values/wire.ts";

/** The operator's request to set the close of a day. */
export const NewClose = object(
  { close: decimal({ places: 6, min: "0", description: "The price of one share." }) },
  { title: "NewClose", examples: [{ close: "88.25" }] },
);
export type NewClose = Static<typeof NewClose>;
