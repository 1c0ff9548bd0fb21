// Reads the Authorization header: signed requests (FOLIOWS) and bearer tokens.

/** A signed request's elements, percent-decoded. */
export interface SignedRequest {
  readonly scheme: "signed";
  readonly apiKey: string;
  readonly memberId: string | undefined;
  readonly selectedMemberId: string | undefined;
  readonly signature: string;
  readonly timestamp: string;
}

/** A bearer token as it was sent. */
export interface BearerToken {
  readonly scheme: "bearer";
  readonly token: string;
}

const elements = {
  FOLIOWS_API_KEY: "apiKey",
  FOLIOWS_MEMBER_ID: "memberId",
  FOLIOWS_SELECTED_MEMBER_ID: "selectedMemberId",
  FOLIOWS_SIGNATURE: "signature",
  FOLIOWS_TIMESTAMP: "timestamp",
} as const;

/** Decodes the header; `undefined` when it is absent, unknown or malformed. */
export function decodeAuthorization(
  header: string | undefined,
): SignedRequest | BearerToken | undefined {
  const [, scheme, rest] = /^(\S+) +(.+)$/.exec(header ?? "") ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  if (scheme.toLowerCase() === "bearer") return { scheme: "bearer", token: rest.trim() };
  return scheme.toUpperCase() === "FOLIOWS" ? decodeSigned(rest) : undefined;
}

function decodeSigned(rest: string): SignedRequest | undefined {
  const found = new Map<string, string>();
  for (const part of rest.trim().split(/, ?/)) {
    const [, name, quoted, bare] = /^([A-Z_]+)=(?:"([^"]*)"|([^"]*))$/.exec(part) ?? [];
    const value = decodePercent(quoted ?? bare ?? "");
    if (!isElement(name) || value === undefined || found.has(elements[name])) return undefined;
    found.set(elements[name], value);
  }
  const [apiKey, signature, timestamp] = ["apiKey", "signature", "timestamp"].map((name) =>
    found.get(name),
  );
  if (!apiKey || !signature || !timestamp) return undefined;
  const memberId = found.get("memberId") || undefined;
  const selectedMemberId = found.get("selectedMemberId") || undefined;
  return { scheme: "signed", apiKey, memberId, selectedMemberId, signature, timestamp };
}

function isElement(name: string | undefined): name is keyof typeof elements {
  return name !== undefined && Object.hasOwn(elements, name);
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
