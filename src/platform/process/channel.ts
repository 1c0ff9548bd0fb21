// Words between a supervisor and a worker, over the channel that Node opens between processes: told
// without an answer, or asked.

/** The end of a channel that Node offers. */
export interface ChannelEnd {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

/** What can be said to the other process. */
export interface Channel {
  /** Says something that has no answer; lost if the other process is gone. */
  tell(name: string, ...words: readonly unknown[]): void;
  /** Asks and waits; fails if the other process fails to answer, or ends before. */
  ask<T>(name: string, ...words: readonly unknown[]): Promise<T>;
  /** Hears what is told or asked under a name; what it returns is the answer. A later listener takes
   * the place of the earlier one. */
  hear<Words extends readonly unknown[]>(
    name: string,
    listener: (...words: Words) => unknown,
  ): void;
  /** Calls back once the other process is gone. */
  onClose(listener: () => void): void;
}

interface Message {
  readonly name?: string;
  readonly words?: readonly unknown[];
  /** Of a question, and of its answer. */
  readonly id?: number;
  readonly value?: unknown;
  /** Why there is no answer. */
  readonly failure?: string;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Opens a channel over its end. */
export function openChannel(end: ChannelEnd): Channel {
  const listeners = new Map<string, (...words: readonly unknown[]) => unknown>();
  const waiting = new Map<number, Waiting>();
  let asked = 0;

  const answer = async (id: number, value: () => unknown) => {
    try {
      end.send({ id, value: await value() });
    } catch (error) {
      // Whoever asked reports it.
      end.send({ id, failure: String(error) });
    }
  };
  end.onMessage((message) => {
    const { name, words = [], id, value, failure } = (message ?? {}) as Message;
    if (name === undefined) {
      if (id === undefined) return;
      if (failure === undefined) waiting.get(id)?.resolve(value);
      else waiting.get(id)?.reject(new Error(`the other process failed: ${failure}`));
      waiting.delete(id);
      return;
    }
    const listener = listeners.get(name);
    if (id === undefined) listener?.(...words);
    else void answer(id, () => listener?.(...words));
  });
  end.onClose(() => {
    for (const { reject } of waiting.values()) reject(new Error("the other process is gone"));
    waiting.clear();
  });
  return {
    tell: (name, ...words) => end.send({ name, words }),
    ask: <T>(name: string, ...words: readonly unknown[]) =>
      new Promise<T>((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve: resolve as (value: unknown) => void, reject });
        end.send({ name, words, id: asked });
      }),
    hear: (name, listener) => {
      listeners.set(name, listener as unknown as (...words: readonly unknown[]) => unknown);
    },
    onClose: end.onClose,
  };
}
