// The messages that the service sends by itself, in the contract: the `webhooks` of OpenAPI 3.1.
import type { SentMessage } from "./contract-document.ts";
import type { NamedShapes } from "./named-shapes.ts";

const accepted = { "2XX": { description: "Received; the body of the response is not used." } };
const refused = {
  "4XX": { description: "Not received; so is every other response, and it is sent again later." },
};

/** Each message as a request that a receiver gets. */
export function sentMessages(
  messages: Readonly<Record<string, SentMessage>>,
  shapes: NamedShapes,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => {
      const operationId = `receive${capital(name)}`;
      return [name, { post: { operationId, ...received(message, shapes) } }];
    }),
  );
}

function received(
  { summary, description, tags, headers, body, example }: SentMessage,
  shapes: NamedShapes,
): object {
  return {
    summary,
    description,
    tags,
    security: [],
    parameters: Object.entries(headers).map(([name, says]) => ({
      name,
      in: "header",
      required: true,
      description: says,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: shapes.refer(body), example } },
    },
    responses: { ...accepted, ...refused },
  };
}

function capital(name: string): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}
