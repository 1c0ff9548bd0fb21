// The security that each name of the files stands for: by CUSIP, ticker or name, one that the store has, or a new
// one. Pure: facts in, ids, records and questions out.
import type { Reading, SecurityNamed } from "@bursar/custodian-files";
import type { Id } from "@bursar/values/ids";
import type { NewRecord } from "./match-accounts.ts";
import type { Answers, ImportQuestion } from "./questions.ts";
import { quotedFactors } from "./quoted-factors.ts";
import { foldedName, groupNames, type NamedGroup } from "./security-names.ts";

/** A security of the store. */
export interface KnownSecurity {
  readonly securityId: Id;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly name: string;
  readonly quotationFactor: string;
  /** Tickers that it had before, in capitals. */
  readonly formerTickers: readonly string[];
  /** Whether whoever imports does not see it, so that nothing of the files means it; its ticker is taken all the same. */
  readonly isHidden?: boolean;
}

/** The securities of an import. */
export interface MatchedSecurities {
  /** The id of what a row names; undefined while that is a question, or if only prices name it. */
  idOf(named: SecurityNamed): Id | undefined;
  readonly factorOf: ReadonlyMap<Id, string>;
  readonly added: readonly NewRecord[];
  readonly questions: readonly ImportQuestion[];
  readonly notices: readonly string[];
}

/** Matches what the files name. Prices alone make no security: a vendor's file has thousands that nobody holds. */
export function matchSecurities(
  reading: Reading,
  known: readonly KnownSecurity[],
  answers: Answers,
  newId: () => Id,
): MatchedSecurities {
  const groups = groupNames(reading);
  const factors = quotedFactors(reading, groups.of);
  const index = indexOf(known.filter(({ isHidden }) => isHidden !== true));
  const ids = new Map<NamedGroup, Id>();
  const factorOf = new Map<Id, string>();
  const added: NewRecord[] = [];
  const questions: ImportQuestion[] = [];
  const notices: string[] = [];
  const tickers = new Set(known.map(({ ticker }) => ticker.toUpperCase()));
  for (const group of groups.all) {
    const found = find(group, index, answers);
    if ("ask" in found) {
      questions.push(questionOf(group, found.ask));
      continue;
    }
    const quoted = factors.get(group);
    if (found.id !== undefined) {
      ids.set(group, found.id);
      const stored = index.byId.get(found.id);
      factorOf.set(found.id, stored?.quotationFactor ?? "1");
      const isOther = quoted !== undefined && quoted !== stored?.quotationFactor;
      if (isOther) {
        notices.push(
          `${wordOf(group)}: its rows are quoted with the factor ${quoted}, and the store has ${stored?.quotationFactor}.`,
        );
      }
      continue;
    }
    const factor = answers.of("quotationFactor", wordOf(group)) ?? quoted ?? "1";
    const id = newId();
    ids.set(group, id);
    factorOf.set(id, factor);
    added.push(recordOf(group, { id, factor, tickers }));
  }
  return {
    idOf(named) {
      const group = groups.of(named);
      return (group && ids.get(group)) ?? index.ofNamed(named);
    },
    factorOf,
    added,
    questions,
    notices,
  };
}

interface Index {
  readonly byId: ReadonlyMap<string, KnownSecurity>;
  readonly byCusip: ReadonlyMap<string, KnownSecurity>;
  readonly byTicker: ReadonlyMap<string, KnownSecurity>;
  readonly byName: ReadonlyMap<string, readonly KnownSecurity[]>;
  ofNamed(named: SecurityNamed): Id | undefined;
}

function indexOf(known: readonly KnownSecurity[]): Index {
  const byCusip = new Map<string, KnownSecurity>();
  const byTicker = new Map<string, KnownSecurity>();
  for (const security of known) {
    for (const former of security.formerTickers) byTicker.set(former, security);
    if (security.cusip !== null) byCusip.set(security.cusip.toUpperCase(), security);
  }
  for (const security of known) byTicker.set(security.ticker.toUpperCase(), security);
  return {
    byId: new Map(known.map((security) => [security.securityId, security])),
    byCusip,
    byTicker,
    byName: Map.groupBy(known, ({ name }) => foldedName(name)),
    ofNamed: ({ cusip = "", symbol = "" }) =>
      (byCusip.get(cusip.toUpperCase()) ?? byTicker.get(symbol.toUpperCase()))?.securityId,
  };
}

type Found = { readonly id: Id | undefined } | { readonly ask: readonly KnownSecurity[] };

function find(group: NamedGroup, index: Index, answers: Answers): Found {
  const words = [group.cusip, group.symbol, group.name].filter((word) => word !== "");
  const answer = words.flatMap((word) => answers.of("security", word) ?? []).at(0);
  if (answer === "new") return { id: undefined };
  if (answer !== undefined && index.byId.has(answer)) return { id: answer as Id };
  const byCusip = index.byCusip.get(group.cusip.toUpperCase());
  const byTicker = index.byTicker.get(group.symbol.toUpperCase());
  if (byCusip !== undefined) {
    const isOther = byTicker !== undefined && byTicker !== byCusip;
    return isOther ? { ask: [byCusip, byTicker] } : { id: byCusip.securityId };
  }
  if (byTicker !== undefined) {
    const isOther = group.cusip !== "" && byTicker.cusip !== null;
    return isOther ? { ask: [byTicker] } : { id: byTicker.securityId };
  }
  const sameName = index.byName.get(foldedName(group.name)) ?? [];
  const [only, ...others] = sameName;
  const hasNameAlone = group.symbol === "" && group.cusip === "";
  if (hasNameAlone && only !== undefined && others.length === 0) return { id: only.securityId };
  return sameName.length > 0 || hasNameAlone ? { ask: sameName } : { id: undefined };
}

/** How a person's answer names the security. */
function wordOf({ cusip, symbol, name }: NamedGroup): string {
  return cusip || symbol || name;
}

function questionOf(group: NamedGroup, choices: readonly KnownSecurity[]): ImportQuestion {
  const { file, line, count, symbol, cusip, name } = group;
  const known = choices.map((each) =>
    [`${each.securityId}: ${each.ticker}`, each.cusip ?? "without CUSIP", each.name].join(", "),
  );
  const named = [symbol, cusip, name].filter((part) => part !== "").join(", ");
  return {
    about: "security",
    word: wordOf(group),
    file,
    line,
    count,
    example: [named, ...known].join("; "),
    choices: [...choices.map(({ securityId }) => securityId), "new"],
  };
}

interface Drawn {
  readonly id: Id;
  readonly factor: string;
  readonly tickers: Set<string>;
}

function recordOf(group: NamedGroup, { id, factor, tickers }: Drawn): NewRecord {
  const { symbol, cusip, name, file, line } = group;
  const isFree = (ticker: string) => ticker !== "" && !tickers.has(ticker.toUpperCase());
  const written = [tickerOf(symbol), cusip].find(isFree) ?? tickerOfId(id);
  tickers.add(written.toUpperCase());
  const fields = {
    securityId: id,
    ticker: written,
    cusip: /^[0-9A-Z*@#]{9}$/.test(cusip) ? cusip : undefined,
    name: (name || written).slice(0, 100),
    instrumentType: instrumentOf(written, factor),
    quotationFactor: factor === "1" ? undefined : factor,
  };
  return { fields, file, line };
}

/** The ticker of a security that the files name by nothing that could be one. */
export function tickerOfId(id: string): string {
  return `S${id}`.slice(0, 20);
}

/** A symbol as a ticker: without spaces; of an option `ACME 01/17/2026 150.00 C` as `ACME260117C00150000`. */
function tickerOf(symbol: string): string {
  const option = /^([A-Z.]+) (\d\d)\/(\d\d)\/\d\d(\d\d) (\d+)(?:\.(\d{1,3}))? ([CP])$/.exec(symbol);
  if (option !== null) {
    const [, root, month, day, year, whole = "", places = "", side] = option;
    return `${root}${year}${month}${day}${side}${whole.padStart(5, "0")}${places.padEnd(3, "0")}`;
  }
  const ticker = symbol.replaceAll(/\s+/g, "");
  return ticker.length <= 20 ? ticker : "";
}

/** A guess that the operator is shown: bonds and options by how they are quoted, funds by their tickers. */
function instrumentOf(ticker: string, factor: string): string {
  if (factor === "0.01") return "DB";
  if (factor === "100") return "OP";
  return /^[A-Z]{4}X$/.test(ticker) ? "MF" : "EQ";
}
