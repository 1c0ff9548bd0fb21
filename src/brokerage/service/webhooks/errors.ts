// The error codes of webhooks, in order of precedence. (docs/events.md)

export const webhookErrors = {
  url: {
    code: "webhook.url.rule",
    sentence: "The address must be https on port 443 or 8443, of a host that the internet reaches.",
  },
  types: {
    code: "webhook.types.rule",
    sentence: "Name at least one type, or leave the list out to receive all.",
  },
  deliveryNotFound: {
    code: "delivery.not.found",
    sentence: "The webhook has no delivery with this id.",
  },
  count: {
    code: "webhook.count.rule",
    sentence: "A firm may have twenty webhooks.",
  },
  status: {
    code: "webhook.status.rule",
    sentence: "The webhook's status does not allow this.",
  },
  redeliver: {
    code: "delivery.status.rule",
    sentence: "Only what was delivered, or could not be, is sent again.",
  },
} as const;
