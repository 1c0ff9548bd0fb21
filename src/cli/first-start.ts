// The sample firm of a first start: loaded into an empty store, with credentials for its callers.
import { readFile } from "node:fs/promises";
import { hasFirms } from "../brokerage/clients-and-accounts/firms/queries.ts";
import { createKey, type NewKey } from "../brokerage/service/api-users/create-key.ts";
import { selectApiUsers, selectKeys } from "../brokerage/service/api-users/reads.ts";
import {
  createConsoleLink,
  linkAddress,
} from "../brokerage/service/sign-in/create-console-link.ts";
import type { Config } from "../config/config.ts";
import { tokenPrefix } from "../platform/auth/authenticate.ts";
import type { WriteContext } from "../platform/change/context.ts";
import { markSandbox } from "../platform/change/mark-sandbox.ts";
import { replaceFile } from "../platform/process/new-file.ts";
import { Refusal } from "../values/problem.ts";
import { commandContext, type StoreOfCommand } from "./command-context.ts";
import { loadSample, loadSampleRecords } from "./load-sample.ts";

/** Makes a store that holds no firm yet a sandbox, and loads the sample firm, where these are
 * wanted. A sandbox gets the firm's history later, by `completeSample`. */
export async function fillNewStore(
  opened: StoreOfCommand,
  { sample, sandbox }: Pick<Config, "sample" | "sandbox">,
): Promise<void> {
  if (await hasFirms(opened.db)) return;
  if (sandbox) await markSandbox(commandContext(opened));
  if (sample) await (sandbox ? loadSampleRecords : loadSample)(commandContext(opened));
}

/** Loads the sample firm into a sandbox that was emptied; its callers get the credentials that they
 * had. */
export async function fillSandbox(
  opened: StoreOfCommand,
  stored: SampleCredentials | undefined,
  file: string,
): Promise<void> {
  await loadSample(commandContext(opened));
  if (stored === undefined) return;
  const drawn = await drawCallers(opened, stored.callers);
  if (drawn === undefined) return;
  await replaceFile(file, `${JSON.stringify({ ...stored, callers: drawn }, null, 2)}\n`);
}

interface CallerCredentials {
  readonly token: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
  readonly loginId: string;
}

/** The sample's callers: the API user of each and the member its examples act as. */
const callers = {
  adviser: { apiUserId: "5001", loginId: "harbor.lin" },
  otherAdviser: { apiUserId: "5002", loginId: "summit.ortiz" },
  issuer: { apiUserId: "5003", loginId: "redwood.meyer" },
  operator: { apiUserId: "5004", loginId: "bursar.ops" },
  client: { apiUserId: "5005", loginId: "ada.whitfield" },
} as const;

/** Subjects of the sample for scripts; the adviser sees all but `otherAdvisersAccount`. */
export const examples = {
  taxableAccount: "RA00000001",
  iraAccount: "RA00000002",
  unsignedAccount: "RA00000007",
  unsignedAccountOwner: "dmitri.ivanov",
  accountWithTransfers: "RA00000006",
  accountWithCorporateActions: "RA00000006",
  accountWithReportedLots: "RA00000001",
  reportedTaxYear: "2024",
  otherAdvisersAccount: "RB00000001",
  folio: "RA0000000103",
  modelFolioOid: "711",
  offerWithDocuments: "801",
  clientLoginId: "ada.whitfield",
  advisoryBillingPlanOid: "3002",
  issuingFirmOid: "1004",
  issuingFirmRepresentativeOid: "2301",
  creatingFirmRepresentativeOid: "2101",
} as const;

/** The content of `credentials.json`. */
export interface SampleCredentials {
  readonly baseUrl: string;
  readonly callers: Readonly<Record<keyof typeof callers, CallerCredentials>>;
  readonly examples: typeof examples;
}

/** Stores the credentials of the sample's callers in a file of mode 0600: created once, and again
 * only if the file is missing or belongs to another store. Returns undefined if the store is not
 * the sample's. */
export async function saveCredentials(
  opened: StoreOfCommand,
  baseUrl: string,
  file: string,
): Promise<SampleCredentials | undefined> {
  const stored = await readCredentials(file);
  const known = stored && (await areOfStore(opened, stored)) ? stored : undefined;
  if (known?.baseUrl === baseUrl) return known;
  const drawn = known?.callers ?? (await drawCallers(opened));
  if (drawn === undefined) return undefined;
  const credentials = { baseUrl, callers: drawn, examples };
  await replaceFile(file, `${JSON.stringify(credentials, null, 2)}\n`);
  return credentials;
}

/** The credentials of the sample's callers, if the file has any. */
export async function readCredentials(file: string): Promise<SampleCredentials | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as SampleCredentials;
  } catch {
    return undefined;
  }
}

/** Whether the store has every key; one that was revoked since is still the store's. */
async function areOfStore(opened: StoreOfCommand, stored: SampleCredentials): Promise<boolean> {
  const keys = new Set((await selectKeys(opened.db)).map(({ apiKey }) => apiKey));
  return Object.keys(callers).every((name) =>
    keys.has(stored.callers?.[name as keyof typeof callers]?.apiKey ?? ""),
  );
}

/** The callers who are shown the console, in order. */
const shownConsole = ["adviser", "client", "issuer", "operator"] as const;

/** Makes a link to the console for each of the sample's callers who may still sign in. */
export async function drawLinks(
  opened: StoreOfCommand,
  baseUrl: string,
): Promise<readonly (readonly [name: string, address: string])[]> {
  const links: [string, string][] = [];
  for (const name of shownConsole) {
    const made = await createConsoleLink(commandContext(opened), callers[name]).catch(refused);
    if (made !== undefined) links.push([name, linkAddress(baseUrl, made)]);
  }
  return links;
}

function refused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

async function drawCallers(
  opened: StoreOfCommand,
  stored?: SampleCredentials["callers"],
): Promise<SampleCredentials["callers"] | undefined> {
  const users = await selectApiUsers(opened.db);
  const present = new Set<string>(users.map((user) => user.apiUserId));
  if (Object.values(callers).some(({ apiUserId }) => !present.has(apiUserId))) return undefined;
  const entries: [string, CallerCredentials][] = [];
  for (const [name, { apiUserId, loginId }] of Object.entries(callers)) {
    const known = stored?.[name as keyof typeof callers];
    const draw = (kind: NewKey["kind"]) =>
      createKey(contextOfKey(opened, kind, known), {
        apiUserId,
        kind,
        expiresAt: undefined,
        boundLoginId: undefined,
      });
    const token = await draw("token");
    const signing = await draw("signing");
    if (!("token" in token) || !("apiKey" in signing)) throw new Error("a key of another kind");
    const { apiKey, sharedSecret } = signing;
    entries.push([name, { token: token.token, apiKey, sharedSecret, loginId }]);
  }
  return Object.fromEntries(entries) as SampleCredentials["callers"];
}

/** The context in which a key is drawn; where it is known, it is drawn as it was. */
function contextOfKey(
  opened: StoreOfCommand,
  kind: NewKey["kind"],
  known: CallerCredentials | undefined,
): WriteContext {
  const ctx = commandContext(opened);
  if (known === undefined) return ctx;
  const texts =
    kind === "token"
      ? [known.token.slice(tokenPrefix.length)]
      : [known.apiKey.slice("bk_".length), known.sharedSecret];
  return { ...ctx, random: () => Buffer.from(texts.shift() ?? "", "base64url") };
}
