// Secrets that are given in files rather than in the environment, where other programs may see them:
// each variable that holds one may have `_FILE` after its name, and then names a file.
import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that hold a secret, or an address with a password in it. */
const secretVariables = [
  "DATABASE_URL",
  "MIGRATE_DATABASE_URL",
  "MASTER_KEY",
  "NEW_MASTER_KEY",
  "METRICS_TOKEN",
  "OIDC_CLIENT_SECRET",
] as const;

/** The name under which a variable may name a file instead; undefined where it holds no secret. */
export function fileVariable(name: string): string | undefined {
  return (secretVariables as readonly string[]).includes(name) ? `${name}_FILE` : undefined;
}

/** Whether a variable is set, to a value or to a file. */
export function isSet(env: Environment, name: string): boolean {
  const hasText = (each: string) => (env[each] ?? "").trim() !== "";
  const file = fileVariable(name);
  return hasText(name) || (file !== undefined && hasText(file));
}

/** The environment with the secrets of files in it. What is wrong with one is added to `faults`,
 * which name the file and nothing of its content; its variable is then left out. */
export function withSecretsOfFiles(env: Environment, faults: string[]): Environment {
  const found: Record<string, string | undefined> = { ...env };
  for (const name of secretVariables) {
    const path = (env[`${name}_FILE`] ?? "").trim();
    if (path === "") continue;
    const isTwice = (env[name] ?? "").trim() !== "";
    found[name] = undefined;
    if (isTwice) faults.push(`${name} and ${name}_FILE are both set: set one of them.`);
    else found[name] = readSecret(`${name}_FILE`, path, faults);
  }
  return found;
}

/** More than any secret has: what is larger is another file. */
const largestSecret = 65_536;

function readSecret(variable: string, path: string, faults: string[]): string | undefined {
  const secret = contentOf(path);
  if ("fault" in secret) {
    faults.push(`${variable} names ${path}, which ${secret.fault}.`);
    return undefined;
  }
  return secret.text;
}

function contentOf(path: string): { readonly text: string } | { readonly fault: string } {
  try {
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    if (text.trim() === "") return { fault: "is empty" };
    return text.length > largestSecret ? { fault: "is too large for a secret" } : { text };
  } catch (error) {
    const { code = "unknown" } = error as { code?: string };
    return { fault: `cannot be read (${code})` };
  }
}
