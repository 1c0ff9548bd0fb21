// What others may ask of firms.
export { hasFirms } from "./queries.ts";
