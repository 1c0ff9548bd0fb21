// The variables that say where the store is.
import { resolve } from "node:path";
import { postgresUrl, value, variable } from "./values.ts";

/** The PostgreSQL that is used and the place of its data, as rows of the table of variables. */
export const storePlace = {
  databaseUrl: postgresUrl(
    "DATABASE_URL",
    "PostgreSQL (15 or later) to use. Absent: the embedded one, with its data in `DATA_DIR`.",
  ),
  migrateDatabaseUrl: postgresUrl(
    "MIGRATE_DATABASE_URL",
    "Login that migrates this database and owns its tables. Absent: that of `DATABASE_URL`.",
  ),
  dataDir: variable({
    name: "DATA_DIR",
    preset: ".bursar",
    bounds: "a path",
    meaning: "Folder for the embedded PostgreSQL, its master key and the sample's credentials.",
    decode: (text) => value(resolve(text)),
  }),
  postgresBin: variable<string | undefined>({
    name: "POSTGRES_BIN",
    preset: undefined,
    bounds: "a path",
    meaning:
      "Folder of PostgreSQL's programs (15 or later) for the embedded PostgreSQL, such as " +
      "`/usr/lib/postgresql/18/bin`, which a distribution keeps up to date. Absent: those of the package.",
    decode: (text) => value(resolve(text)),
  }),
};
