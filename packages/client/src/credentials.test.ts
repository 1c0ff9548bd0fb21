// The credentials of a request: signatures against the worked vectors of docs/signing.md, tokens, sessions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bearer, session, signed } from "./credentials.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/signing.md"), "utf8");
const vectors = page.split(/^### \d\. /m).slice(1);
const key = {
  apiKey: "bk_worked-example",
  sharedSecret: "a-shared-secret-for-worked-examples",
};
/** The instant of the vectors, written as the page writes it. */
const at = Object.assign(new Date("2026-03-02T15:00:00.000Z"), {
  toISOString: () => "2026-03-02T10:00:00.000-05:00",
});

test("a signed request has the header of each worked vector", async () => {
  expect(vectors).toHaveLength(3);
  for (const vector of vectors) {
    const [method = "", url = ""] = (/```text\n([^`]*)```/.exec(vector)?.[1] ?? "").split("\n");
    const [, body = ""] = /```json\n(.*)\n```/.exec(vector) ?? [];
    const [, header = ""] = /^Authorization: (.*)$/m.exec(vector) ?? [];
    const [, memberId] = /FOLIOWS_MEMBER_ID=([^,]*)/.exec(header) ?? [];
    const credential = signed({ ...key, ...(memberId !== undefined && { memberId }) });
    const bytes = new TextEncoder().encode(body);
    const headers = await credential.headersOf({ method, url, body: bytes, at });
    expect(headers).toEqual({ Authorization: header });
  }
});

const unsent = { url: "https://api.example.com/restapi/accounts", body: new Uint8Array(), at };

test("a signed request names the client acted for", async () => {
  const { headersOf } = signed({ ...key, selectedMemberId: "ada.whitfield" });
  const { Authorization } = await headersOf({ ...unsent, method: "GET" });
  expect(Authorization).toContain(",FOLIOWS_SELECTED_MEMBER_ID=ada.whitfield,");
});

test("a token is sent with every request, and no cookie", async () => {
  const { cookies, headersOf } = bearer("bursar_t");
  expect(cookies).toBe("omit");
  expect(await headersOf({ ...unsent, method: "GET" })).toEqual({
    Authorization: "Bearer bursar_t",
  });
});

test("a session sends its cookie, and the page's present token with changes alone", async () => {
  let token = "first";
  const { cookies, headersOf } = session(() => token);
  expect(cookies).toBe("same-origin");
  expect(await headersOf({ ...unsent, method: "GET" })).toEqual({});
  expect(await headersOf({ ...unsent, method: "DELETE" })).toEqual({ "X-Session-Token": "first" });
  token = "second";
  expect(await headersOf({ ...unsent, method: "PUT" })).toEqual({ "X-Session-Token": "second" });
  expect(await session("t").headersOf({ ...unsent, method: "POST" })).toEqual({
    "X-Session-Token": "t",
  });
});
