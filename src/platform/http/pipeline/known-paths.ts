// The paths of the service and the methods that each has: a request of another method gets a 405 that
// names them, and one of no known path a 404. (interface 1)
import type { App } from "../frame.ts";

/** A registered path: the paths of requests that it stands for, and its methods. */
interface KnownPath {
  /** Sorts before those of the paths that the router prefers less. */
  readonly sortKey: string;
  readonly pattern: RegExp;
  readonly methods: string[];
}

/** The methods of the path that a request has; undefined if no path is like it. */
export type MethodsAt = (address: string) => readonly string[] | undefined;

/** Notes the paths and methods that are registered from now on, and finds those of a request's
 * address, which is as the router reads it. */
export function collectPaths(app: App): MethodsAt {
  const known = new Map<string, KnownPath>();
  let sorted: KnownPath[] | undefined;
  app.addHook("onRoute", ({ url, method }) => {
    const path = known.get(url) ?? {
      sortKey: sortKeyOf(url),
      pattern: patternOf(url),
      methods: [],
    };
    path.methods.push(...[method].flat());
    known.set(url, path);
    sorted = undefined;
  });
  return (address) => {
    const [path = ""] = address.split(/[?#]/, 1);
    const decoded = decodeURI(path);
    sorted ??= [...known.values()].toSorted((one, other) => (one.sortKey < other.sortKey ? -1 : 1));
    return sorted.find(({ pattern }) => pattern.test(decoded))?.methods;
  };
}

/** The paths that a registered one stands for: a parameter is one segment, and may be empty. */
function patternOf(url: string): RegExp {
  const pattern = url
    .replaceAll(/[.+?^$()[\]{}|\\]/g, "\\$&")
    .replaceAll(/:\w+|\*/g, (part) => (part === "*" ? ".*" : "[^/]*"));
  return new RegExp(`^${pattern}$`, "s");
}

/** Of two paths the router prefers what is written out to a parameter, and both to a wildcard. */
function sortKeyOf(url: string): string {
  return url.replaceAll(/:\w+/g, "\u{fffe}").replaceAll("*", "\u{ffff}");
}
