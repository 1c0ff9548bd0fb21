// The codes of the feed of events.

/** The codes of the feed, in order of precedence. */
export const eventErrors = {
  gone: {
    code: "event.position.gone",
    sentence:
      "The position is no longer stored, or the store was restored since: read the records, and go on " +
      "with after=now.",
  },
  tooManyStreams: {
    code: "too.many.streams",
    sentence: "This API user has too many streams open; close one, or read page by page.",
  },
} as const;
