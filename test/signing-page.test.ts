// The worked vectors of docs/signing.md are what the service computes and accepts. (interface 5)
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isId } from "@bursar/values/ids";
import { describe, expect, test } from "vitest";
import {
  authenticate,
  type RememberingStore,
  secretBinding,
} from "../src/platform/auth/authenticate.ts";
import { computeSignature, type Signable, stringToSign } from "../src/platform/auth/signature.ts";
import { openVault } from "../src/platform/keys/vault.ts";
import { root } from "./source-files.ts";

const page = readFileSync(join(root, "docs/signing.md"), "utf8");
const [, apiKey = ""] = /The API key is `([^`]+)`/.exec(page) ?? [];
const [, sharedSecret = ""] = /the shared secret `([^`]+)`/.exec(page) ?? [];

interface Vector {
  readonly title: string;
  readonly request: Signable;
  readonly text: string;
  readonly signature: string;
  readonly header: string;
}

const vectors = page
  .split("\n### ")
  .slice(1)
  .map((section): Vector => {
    const fence = (kind: string) => section.split(`\`\`\`${kind}\n`)[1]?.split("\n```")[0] ?? "";
    const text = fence("text");
    const [method = "", url = "", timestamp = ""] = text.split("\n");
    return {
      title: section.split("\n")[0] ?? "",
      request: { method, url, timestamp, body: Buffer.from(fence("json")) },
      text,
      signature: /^Signature: `(.+)`$/m.exec(section)?.[1] ?? "",
      header: fence("http").replace("Authorization: ", ""),
    };
  });

const vault = openVault(Buffer.alloc(32, 7));
const apiUserId = "1";
if (!isId(apiUserId)) throw new Error("an id");

const firm = { oid: apiUserId, kind: "institutional", partnerCode: "X", programOids: [] } as const;
const credential = {
  apiUserId,
  firm,
  scopes: new Set(["read"] as const),
  boundLoginId: undefined,
  expiresAt: undefined,
  sealedSecret: vault.seal(sharedSecret, secretBinding(apiKey)),
};
const credentials: RememberingStore = {
  cachedKey: () => undefined,
  byApiKey: async (key) => (key === apiKey ? credential : undefined),
  byToken: async () => undefined,
};

test("the page has three vectors", () => {
  expect(vectors).toHaveLength(3);
});

describe.each(vectors)("$title", ({ request, text, signature, header }) => {
  const now = new Date(request.timestamp);

  test("the string to sign and the signature are those on the page", () => {
    expect(stringToSign(request)).toBe(text);
    expect(computeSignature(sharedSecret, request)).toBe(signature);
    expect(header).toContain(`FOLIOWS_SIGNATURE=${encodeURIComponent(signature)},`);
  });

  test("the header on the page is accepted, but not for another address", async () => {
    const { method, url, body } = request;
    const sent = { authorization: header, method, urls: () => [url], body };
    expect((await authenticate(credentials, vault, sent, now))?.credential).toBe(credential);
    const moved = { ...sent, urls: () => [`${url}/`] };
    expect(await authenticate(credentials, vault, moved, now)).toBeUndefined();
  });
});
