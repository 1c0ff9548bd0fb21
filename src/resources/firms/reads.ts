// What other resources may read of firms.
export { firmTidBinding } from "./sealed-tid.ts";
