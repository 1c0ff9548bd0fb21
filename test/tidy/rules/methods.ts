// Which files may know HTTP methods.
import { inProduct, type Rule } from "../rule.ts";
import { nodesOf } from "../syntax.ts";

const home = "src/platform/http/request-kind.ts";
const method = /^(?:get|head|post|put|patch|delete)$/i;

const known: Rule = {
  name: "one file knows HTTP methods",
  instead: `use \`kindOf\` of ${home} for what the method means`,
  find: inProduct(
    // The client names the method that it sends.
    (path) => path !== home && !path.startsWith("client/"),
    (file) =>
      nodesOf(file, "Literal").filter(
        ({ value }) => typeof value === "string" && method.test(value),
      ),
  ),
  broken: [
    { "src/platform/http/admission.ts": 'const isWrite = request.method === "POST";' },
    { "src/platform/http/openapi.ts": 'const isWrite = ["post", "put"].includes(method);' },
    { "src/resources/offers/routes.ts": 'switch (method) { case "DELETE": a(); }' },
  ],
  kept: [
    { [home]: 'const reading = new Set(["GET", "HEAD"]);' },
    { "src/platform/http/answer.ts": 'const link = `<a>; rel="GET"; title="b"`;' },
    { "src/resources/offers/routes.ts": "app.post(path, options, handler);" },
  ],
};

/** The rules of this theme. */
export const methodRules: readonly Rule[] = [known];
