// The filters of a list, as the address of its page has them.

/** The query of an address with changed filters; one that is empty or has its default is left out. */
export function withFilters(
  asked: URLSearchParams,
  change: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const next = new URLSearchParams(asked);
  for (const [name, value] of Object.entries(change)) {
    if (value === (defaults[name] ?? "")) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
