// Writes the files of an invented firm as a custodian exports them, to try `bursar import` with volume:
// `node scripts/custodian-firm.ts PROFILE FOLDER [ACCOUNTS] [ROWS OF EACH]`.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Day } from "@bursar/values/dates";
import { custodianFirm } from "../test/custodian-firm.ts";
import { accountsOf, shapes } from "../test/custodian-shapes.ts";

const [profile = "", folder = "", accounts = "300", rowsEach = "667"] = process.argv.slice(2);
const shape = shapes[profile];
if (shape === undefined || folder === "") {
  process.stderr.write(`The profile is one of ${Object.keys(shapes).join(", ")}.\n`);
  process.exit(2);
}
const firm = custodianFirm("volume", {
  accounts: Number(accounts),
  rowsEach: Number(rowsEach),
  to: "2026-07-31" as Day,
});
await mkdir(folder, { recursive: true });
for (const { name, bytes } of [...shape(firm), accountsOf(firm)]) {
  await writeFile(join(folder, name), bytes);
}
