// `npm run docs`: writes the pages that are printed from the code.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printedPages } from "./docs/pages.ts";

for (const [path, content] of await printedPages()) {
  writeFileSync(join(import.meta.dirname, "..", path), content);
}
