// The introduction of the contract. (interface 1, 5, 7)

/** The credentials that are accepted. */
export const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A token of an API user; `bursar keys create` shows it once.",
  },
  signed: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "The header of a signed request, as described above under “Signed requests”.",
  },
};

/** The contract's own text, in Markdown. */
export const introduction = `
An open brokerage and advisory service.

## Credentials

Every operation needs one of two credentials in \`Authorization\`; only this document itself,
\`GET /openapi.json\`, needs none. Outside loopback the service is called only over TLS.

- **Bearer token:** \`Authorization: Bearer bursar_…\`.
- **Signed request:** an API key and a shared secret, from which each request's signature is made.

### Signed requests

\`\`\`
Authorization: FOLIOWS FOLIOWS_API_KEY=<key>,FOLIOWS_SIGNATURE=<signature>,FOLIOWS_TIMESTAMP=<time stamp>
\`\`\`

The signature is Base64 of HMAC-SHA256 over four lines joined by line feeds, with the shared secret's text in UTF-8
as the key:

1. the method in upper case;
2. the whole address as it is sent, from the scheme to the query;
3. the time stamp: ISO 8601 with seconds and an offset, at most five minutes from the service's clock;
4. the MD5 of the body's bytes in lower-case hexadecimal, also of an empty body.

In the header each value is percent-encoded; in the signed text the time stamp is not. \`FOLIOWS_MEMBER_ID\`, the
member who is logged in, and \`FOLIOWS_SELECTED_MEMBER_ID\`, the client acted for, may be added; the signature does
not cover them. The signature of a change is accepted once, that of a read for as long as its time stamp is valid.

## On whose behalf

Send \`X-Associated-Member-Id\` with a client's login id when a member of a firm's staff acts for that client: the
request then sees only what the client may see. Where an operation requires the header, clients must send it too. A
member of another firm is refused with 403. The header's bytes are UTF-8.

## Repeating a change

POST and PUT accept an optional \`Idempotency-Key\`: a new one for each change, the same for each attempt at it. The
same request with the same key gets the first response again, with \`Idempotency-Replayed: true\`, and changes
nothing again; a different request with that key is refused with 422, and any while the first is still running with
409. Send a key wherever a lost response could otherwise lead to a second change.

## Trying a change

With \`X-Dry-Run: true\` a change is judged in full, stored facts and locks included, and then taken back. A
refusal is sent as usual; otherwise the response is 200 with the \`location\`, the \`record\` as a GET of it
would show it, and the \`events\` that would be emitted. Nothing is stored, and neither key nor signature is used up:
the same signed request without the header is the change. Look for \`X-Dry-Run: true\` in the response.

## Changing what others change too

Accounts, members, offers, models and webhooks carry an \`ETag\`, a digest of what is sent. Send it back as
\`If-Match\` with a change of the record: if somebody has changed the record meanwhile, the response is 412 and nothing
was changed. \`If-None-Match\` demands the contrary. A change of any other record refuses both headers with 400.

## Lists

Lists are not paged. Where a response has an \`ETag\`, send it back as \`If-None-Match\`; 304 means that your copy is
current.

## Problems

A refused request has changed nothing, and the body of the response lists the problems. A 400 lists every problem
found, each with its field. An operation's own codes are its \`x-error-codes\`; a code of the form \`null.…\` says
that a field is missing, \`invalid.…\` that its value is bad. What a caller may not see gets 403, and so
is what does not exist.

After 409, 429 and 503, wait as long as \`Retry-After\` says and try again.

## Following a request

Each response has an \`X-Request-Id\`, which the log and the audit entries of the service have too. It is the one that
you send, if that is 1 to 128 letters, digits and \`_ . : -\`, beginning with a letter or digit. A \`traceparent\` of
W3C Trace Context is returned and logged as well. Put nothing private in either.

## Rates

\`RateLimit\` says how many requests you may send now and in how many seconds more will be allowed, and
\`RateLimit-Policy\` what is allowed in all (draft-ietf-httpapi-ratelimit-headers-10). Where they are absent, there is
no limit.

## Values

A \`pattern\` is written so that Python, Go, Rust and Java take it as well as JavaScript. Where it is wider than the
rule of the service, \`x-exact-pattern\` has that, with classes of Unicode and look-arounds as in JavaScript. A field
that is \`readOnly\` in the body of a request is known and refused.

Amounts, ids and codes are texts in responses, since no binary number holds them exactly; requests may also send
amounts and ids as JSON numbers. Days are returned as midnight in New York. Responses may gain fields: ignore those
you do not know.
`.trim();
