// The securities that files name: rows that share a CUSIP or a symbol are of one.
import type { Reading, SecurityNamed } from "@bursar/custodian-files";

/** One security under all names that the files have for it. */
export interface NamedGroup {
  readonly symbol: string;
  readonly cusip: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  count: number;
}

/** The securities of the files. */
export interface SecurityGroups {
  readonly all: readonly NamedGroup[];
  of(named: SecurityNamed): NamedGroup | undefined;
}

const keysOf = ({ symbol, cusip, name }: SecurityNamed): readonly string[] => [
  ...(cusip ? [`cusip ${cusip.toUpperCase()}`] : []),
  ...(symbol ? [`symbol ${symbol.toUpperCase()}`] : []),
  ...(cusip || symbol || !name ? [] : [`name ${foldedName(name)}`]),
];

/** Rows that share a CUSIP, or a symbol where neither has another CUSIP, are of one security. */
export function groupNames({ transactions, positions, lots }: Reading): SecurityGroups {
  const byKey = new Map<string, NamedGroup>();
  const all: NamedGroup[] = [];
  const rows = [...transactions, ...positions, ...lots].flatMap((row) =>
    row.security === undefined ? [] : [{ ...row, security: row.security }],
  );
  // A row that has both names comes first, so that each alone leads to it.
  const both = ({ security }: (typeof rows)[number]) =>
    security.cusip !== undefined && security.symbol !== undefined;
  for (const { security, file, line } of [
    ...rows.filter(both),
    ...rows.filter((row) => !both(row)),
  ]) {
    const keys = keysOf(security);
    const [first, second] = keys;
    const bySymbol = second === undefined ? undefined : byKey.get(second);
    const isOther = bySymbol?.cusip !== "" && security.cusip !== bySymbol?.cusip;
    let group =
      (first === undefined ? undefined : byKey.get(first)) ?? (isOther ? undefined : bySymbol);
    if (group === undefined) {
      const { symbol = "", cusip = "", name = "" } = security;
      group = { symbol, cusip, name, file, line, count: 0 };
      all.push(group);
    }
    group.count += 1;
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, group);
  }
  return {
    all,
    of(named) {
      for (const key of keysOf(named)) {
        const group = byKey.get(key);
        if (group !== undefined) return group;
      }
      return undefined;
    },
  };
}

/** A name without case and signs, as two files may write it. */
export function foldedName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
