// Threads that answer questions: for work that would hold up whatever else a process does.
import { parentPort, Worker } from "node:worker_threads";

/** Threads that share the questions asked. */
export interface Threads<Question, Answer> {
  /** Asks the thread that has the fewest questions; rejects with what that throws, or where it ends. Questions and answers
   * are copied, so that they are plain data. */
  ask(question: Question): Promise<Answer>;
  /** Ends the threads; whatever they were asked is rejected. */
  close(): Promise<void>;
}

/** The options of threads. */
export interface ThreadOptions {
  /** How many there are at most; each begins once the others are busy. */
  readonly count: number;
  /** The data with which each is started. */
  readonly data?: unknown;
  /** After how long without a question one ends, in milliseconds; never if it is left out. */
  readonly idleMs?: number;
}

interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

type Reply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: Error };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Thread<Question, Answer> {
  readonly waiting: ReadonlyMap<number, Waiting<Answer>>;
  ask(asked: Asked<Question>, waiting: Waiting<Answer>): void;
  end(): Promise<unknown>;
}

/** Opens threads that run a file, which calls `answerQuestions`. They keep no process alive that waits for no answer. */
export function openThreads<Question, Answer>(
  file: URL,
  { count, data, idleMs }: ThreadOptions,
): Threads<Question, Answer> {
  const threads = new Set<Thread<Question, Answer>>();
  let last = 0;
  const leastBusy = () => {
    const [thread] = [...threads].toSorted((a, b) => a.waiting.size - b.waiting.size);
    const isFree = thread?.waiting.size === 0 || threads.size === count;
    if (thread !== undefined && isFree) return thread;
    const another = openThread<Question, Answer>(file, { data, idleMs }, () => {
      threads.delete(another);
    });
    threads.add(another);
    return another;
  };
  return {
    ask(question) {
      last += 1;
      const asked = { id: last, question };
      return new Promise((resolve, reject) => leastBusy().ask(asked, { resolve, reject }));
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}

function openThread<Question, Answer>(
  file: URL,
  { data, idleMs }: { readonly data: unknown; readonly idleMs: number | undefined },
  forget: () => void,
): Thread<Question, Answer> {
  const worker = new Worker(file, { workerData: data });
  worker.unref();
  const waiting = new Map<number, Waiting<Answer>>();
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    forget();
    return worker.terminate();
  };
  worker.on("message", (reply: Reply<Answer>) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("error" in reply) asked?.reject(reply.error);
    else asked?.resolve(reply.answer);
    if (waiting.size > 0) return;
    worker.unref();
    if (idleMs !== undefined) idle = setTimeout(end, idleMs).unref();
  });
  const fail = (error: Error) => {
    forget();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("error", fail);
  worker.on("messageerror", fail);
  worker.on("exit", () => fail(new Error("A thread has ended.")));
  return {
    waiting,
    ask(asked, by) {
      // Throws where the question is no plain data.
      worker.postMessage(asked);
      clearTimeout(idle);
      waiting.set(asked.id, by);
      worker.ref();
    },
    end,
  };
}

/** In a thread: answers all questions that it is asked. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
): void {
  parentPort?.on("message", async ({ id, question }: Asked<Question>) => {
    const reply: Reply<Answer> = await answer(question).then(
      (given) => ({ id, answer: given }),
      (error: Error) => ({ id, error }),
    );
    parentPort?.postMessage(reply);
  });
}
