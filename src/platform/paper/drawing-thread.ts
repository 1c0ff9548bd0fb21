// The thread in which papers are drawn.
import { answerQuestions } from "../process/threads.ts";

answerQuestions<ToDraw, Uint8Array>(async ({ file, name, facts, at }) => {
  const drawings = await import(file);
  return drawings[name](facts, at);
});

/** A drawing that the thread is asked for: by a function of a file, of plain facts. */
export interface ToDraw {
  readonly file: string;
  readonly name: string;
  readonly facts: unknown;
  /** The instant that the paper bears. */
  readonly at: Date;
}
