// What other resources may read of webhooks.
export { selectWebhookFigures } from "./queries.ts";
