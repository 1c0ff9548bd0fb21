// Bundling has an end, whatever hangs in it.
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { consoleFolder } from "./sources.ts";

test("bundling that hangs is given up", async () => {
  const hanging: Plugin = {
    name: "hanging",
    setup: ({ onLoad }) => onLoad({ filter: /main\.tsx$/ }, () => new Promise<never>(() => {})),
  };
  const entry = join(consoleFolder, "main.tsx");
  await expect(bundle(entry, [hanging], 500)).rejects.toThrow("takes too long");
});
