// Server-sent events as they arrive. (HTML Living Standard, 9.2)

/** The part between two empty lines: a position, and an event if there is one. */
export interface Frame {
  readonly id: string;
  readonly data: string | undefined;
}

/** Resolves after a silence that is too long, unless the signal is aborted first. */
export type Hush = (over: AbortSignal) => Promise<void>;

/** The frames with a position of a body; it ends with the body, however that ends, or
 * once it was silent for too long. */
export async function* framesIn(
  body: ReadableStream<Uint8Array>,
  hush: Hush,
): AsyncGenerator<Frame> {
  let fields: Record<string, string> = {};
  for await (const line of linesIn(body, hush)) {
    if (line !== "") {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      fields[name] = value;
      continue;
    }
    if (fields.id !== undefined) yield { id: fields.id, data: fields.data };
    fields = {};
  }
}

async function* linesIn(body: ReadableStream<Uint8Array>, hush: Hush): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const read = await nextOf(reader, hush);
      if (read === undefined || read.done) return;
      const lines = (rest + decoder.decode(read.value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The next part; undefined if the connection broke or was silent for too long. */
async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array>, hush: Hush) {
  const over = new AbortController();
  const silence = hush(over.signal).then(() => undefined);
  return Promise.race([reader.read(), silence])
    .catch(() => undefined)
    .finally(() => over.abort());
}
