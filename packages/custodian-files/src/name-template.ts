// Names of files and titles with something in them: `*` is anything, `{account}` and `{day}` are read.

export interface TemplateValues {
  readonly account?: string;
  readonly day?: string;
}

/** The values that a template reads from a text, or undefined if it has another form. */
export function readTemplate(template: string, text: string): TemplateValues | undefined {
  const found = patternOf(template).exec(text);
  if (found === null) return undefined;
  const { account, day } = found.groups ?? {};
  return { ...(account ? { account } : {}), ...(day ? { day } : {}) };
}

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known !== undefined) return known;
  const source = template
    .replace(/[.+?^$()[\]\\|]/g, "\\$&")
    .replaceAll("*", ".*")
    .replace(/\{(account|day)\}/g, "(?<$1>.+?)");
  const pattern = new RegExp(`^${source}$`, "i");
  patterns.set(template, pattern);
  return pattern;
}

const patterns = new Map<string, RegExp>();
