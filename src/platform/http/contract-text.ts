// What a reader of the contract must know before the first request. (interface 1, 5, 7)

/** The credentials that are taken. */
export const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A token of an API user, as `bursar keys create` shows it once.",
  },
  signed: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "The header of a signed request, made as “Signed requests” above says.",
  },
};

/** The contract's own text, in Markdown. */
export const introduction = `
An open brokerage and advisory service.

## Credentials

Every operation needs one of two credentials in \`Authorization\`, except this document itself, \`GET /openapi.json\`.
Off loopback the service is called over TLS alone.

- **Bearer token:** \`Authorization: Bearer bursar_…\`.
- **Signed request:** an API key and a shared secret, from which each request's signature is made.

### Signed requests

\`\`\`
Authorization: FOLIOWS FOLIOWS_API_KEY=<key>,FOLIOWS_SIGNATURE=<signature>,FOLIOWS_TIMESTAMP=<time stamp>
\`\`\`

The signature is Base64 of HMAC-SHA256 over four lines joined by line feeds, with the shared secret's text in UTF-8 as
the key:

1. the method in upper case;
2. the whole address as it is sent, from the scheme to the query;
3. the time stamp: ISO 8601 with seconds and an offset, at most five minutes from the service's clock;
4. the MD5 of the body's bytes in lower-case hexadecimal, also of an empty body.

In the header each value is percent-encoded; in the signed text the time stamp is not. \`FOLIOWS_MEMBER_ID\`, the member
who is logged in, and \`FOLIOWS_SELECTED_MEMBER_ID\`, the client acted for, may stand there too, outside the signature.
The signature of a change is accepted once, that of a read for as long as its time stamp holds.

## On whose behalf

Send \`X-Associated-Member-Id\` with a client's login id when a member of a firm's staff acts for that client: the
request then sees only what the client sees too. Where an operation requires it, it is needed from a client as well. A
member of another firm is refused with 403.

## Repeating a change

POST and PUT take an optional \`Idempotency-Key\`, new for each change and the same for each attempt at it. The same
request with the same key answers as the first one did, with \`Idempotency-Replayed: true\`, and changes nothing again;
another request with it is refused with 422, one while the first still runs with 409. Send one wherever a lost answer
would otherwise lead to a second change.

## Lists

There are no pages: a list is answered whole. Where an answer has an \`ETag\`, send it back as \`If-None-Match\`; 304 says
that what you hold still stands.

## Problems

A request that is refused has changed nothing, and its body lists the problems. A 400 lists every problem found, each
with its field. An operation's own codes are its \`x-error-codes\`; a code of the form \`null.…\` says that a field is
missing, \`invalid.…\` that its value is bad. What a caller may not see answers 403, as what does not exist does.

After 429 and 503, and after 409, wait as \`Retry-After\` says and try again.

## Values

Amounts, ids and codes are texts in answers, since no binary number holds them exactly; requests may also send amounts
and ids as JSON numbers. Days are answered as midnight in New York. Answers may gain fields: ignore those you do not
know.
`.trim();
