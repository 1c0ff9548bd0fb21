// Writes the files of the sample firm that are drawn, into `samples/`: after a change of how they are.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { samplesFolder } from "../src/cli/load-sample.ts";
import { sampleFiles, writtenOn } from "../src/cli/sample-firm/sample-files.ts";

for (const [name, text] of await sampleFiles(samplesFolder, writtenOn)) {
  await writeFile(join(samplesFolder, name), text);
}
