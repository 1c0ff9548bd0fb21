// The text that is typed to find a security, as the store is asked for it.

/** A search: the beginning of a ticker, and words that begin words of a name. */
export interface SearchTerms {
  readonly typed: string;
  /** The text behind all those that begin as typed. */
  readonly end: string;
  /** A query of words; null where none was typed. */
  readonly query: string | null;
}

/** The terms of what was typed. Signs of punctuation part words, here as in the index. */
export function searchTerms(text: string): SearchTerms {
  const typed = text.normalize("NFC").trim();
  const words = typed.split(/[\s!-/:-@[-`{-~]+/u).filter((word) => word !== "");
  const query = words.map((word) => `'${word}':*`).join(" & ");
  return { typed, end: "\u{10FFFF}", query: query === "" ? null : query };
}

/** How a security was found, by its rank in a search. */
export const matches = ["ticker", "tickerPrefix", "cusip", "name", "formerSymbol"] as const;
