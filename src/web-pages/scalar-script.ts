// The script of Scalar's API reference as its package serves it: for esbuild the content of
// `console/reference/scalar.ts`. (docs/adr/0027-reference.md)
import type { Plugin } from "esbuild";
import { fastify } from "fastify";

/** Puts the script in place of the file that declares what it does. */
export const scalarScript: Plugin = {
  name: "scalar",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]reference[\\/]scalar\.ts$/ }, async () => ({
      // The script looks for other ways of loading first, and must find none.
      contents: `var exports, module, define, require;\n${await readScript()}`,
      loader: "js",
    }));
  },
};

/** The package has it inside its plugin alone, so a service of its own is asked for it. */
async function readScript(): Promise<string> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const app = fastify();
  try {
    await app.register(scalar, { configuration: { url: "/openapi.json" } });
    const { statusCode, body } = await app.inject("/reference/js/scalar.js");
    if (statusCode !== 200) throw new Error(`Scalar's package answers ${statusCode}`);
    return body;
  } finally {
    await app.close();
  }
}
