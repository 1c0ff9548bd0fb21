// Reads the export files of custodians and price vendors by profiles: files in, facts as exact text out.
export { decodeProfile } from "./decode-profile.ts";
export type * from "./facts.ts";
export type { ActionRule, Field, Profile, TableKind, TableShape } from "./profile.ts";
export { basisReasons, fields, rowTypes } from "./profile.ts";
export { emptyReading, readCustodianFile } from "./read-file.ts";
export { decodeText, recordsOf } from "./separated-text.ts";
export { shippedProfiles } from "./shipped-profiles.ts";
