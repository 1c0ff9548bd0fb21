// The queue in front of the store: what runs, what waits and what is refused, for a few orders by hand
// and for many drawn ones against a plain model.
import { EventEmitter } from "node:events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openFairQueue, type QueueLimits } from "./fair-queue.ts";

const limits = { connections: 8, waitingOfSubject: 3, waitingOfFirm: 5, timeoutMs: 0 };

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** A queue that notes in which order requests begin; a request is named `firm/subject/number`. */
function noted(of: Partial<QueueLimits> = {}) {
  const queue = openFairQueue({ ...limits, ...of });
  const begun: string[] = [];
  const callers = new Map<string, EventEmitter>();
  const ends = new Map<string, () => void>();
  const enterOne = async (name: string): Promise<"begun" | "waits" | "refused"> => {
    const [firm = "", subject = ""] = name.split("/");
    const caller = new EventEmitter();
    callers.set(name, caller);
    const waiting = queue.waiting();
    let isRefused = false;
    queue.enter({ firm, subject, caller }).then(
      (end) => {
        begun.push(name);
        ends.set(name, end);
      },
      () => {
        isRefused = true;
      },
    );
    const isWaiting = queue.waiting() > waiting;
    await settled();
    return isWaiting ? "waits" : isRefused ? "refused" : "begun";
  };
  return {
    begun,
    async enter(...names: string[]) {
      const places = [];
      for (const name of names) places.push(await enterOne(name));
      return places;
    },
    async hangUp(name: string) {
      callers.get(name)?.emit("close");
      await settled();
    },
    async end(...names: string[]) {
      for (const name of names) {
        ends.get(name)?.();
        ends.delete(name);
        await settled();
      }
    },
    running: () => [...ends.keys()],
    waiting: queue.waiting,
  };
}

describe("at once", () => {
  test("two changes of one subject run, a third waits, another subject's runs", async () => {
    const { enter, begun } = noted();
    expect(await enter("x/a/1", "x/a/2", "x/a/3", "x/b/1")).toEqual([
      "begun",
      "begun",
      "waits",
      "begun",
    ]);
    expect(begun).toEqual(["x/a/1", "x/a/2", "x/b/1"]);
  });

  test("two changes of one subject run in all, whichever firms send them", async () => {
    const { enter, begun, end } = noted();
    expect(await enter("x/a/1", "y/a/1", "z/a/1")).toEqual(["begun", "begun", "waits"]);
    await end("x/a/1");
    expect(begun.at(-1)).toBe("z/a/1");
  });

  test("one firm has half of the connections", async () => {
    const { enter } = noted();
    expect(await enter("x/a/1", "x/b/1", "x/c/1", "x/d/1", "x/e/1", "y/f/1")).toEqual([
      "begun",
      "begun",
      "begun",
      "begun",
      "waits",
      "begun",
    ]);
  });

  test("as many run as there are connections", async () => {
    const { enter, begun, end } = noted({ connections: 4 });
    expect((await enter("x/a/1", "x/b/1", "y/c/1", "y/d/1", "z/e/1")).at(-1)).toBe("waits");
    await end("y/c/1");
    expect(begun.at(-1)).toBe("z/e/1");
  });

  test.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
  ])("of %i connections one subject has %i", async (connections, most) => {
    const { enter } = noted({ connections });
    const places = await enter("x/a/1", "x/a/2", "x/a/3");
    expect(places.filter((place) => place === "begun")).toHaveLength(most);
  });
});

describe("in line", () => {
  test("changes of one firm to one subject begin in the order in which they came", async () => {
    const { enter, end, begun } = noted();
    await enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5");
    await end("x/a/2", "x/a/1", "x/a/3");
    expect(begun).toEqual(["x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5"]);
  });

  test("firms take turns, however many changes one of them has waiting", async () => {
    const { enter, end, begun } = noted({ connections: 2 });
    await enter("x/a/1", "y/b/1", "x/c/1", "x/d/1", "x/e/1", "z/f/1", "z/g/1", "w/h/1");
    for (const name of ["x/a/1", "y/b/1"]) await end(name);
    expect(begun.slice(2)).toEqual(["x/c/1", "z/f/1"]);
    await end("x/c/1");
    expect(begun.at(-1)).toBe("w/h/1");
    await end("z/f/1");
    expect(begun.at(-1)).toBe("x/d/1");
    await end("w/h/1");
    expect(begun.at(-1)).toBe("z/g/1");
  });

  test("subjects of one firm take turns", async () => {
    const { enter, end, begun } = noted({ connections: 2 });
    await enter("x/a/1", "x/b/1", "x/b/2", "x/b/3", "x/c/1");
    for (const name of ["x/a/1", "x/b/1", "x/c/1", "x/b/2"]) await end(name);
    expect(begun).toEqual(["x/a/1", "x/b/1", "x/c/1", "x/b/2", "x/b/3"]);
  });

  test("one that ends can free capacity for two", async () => {
    const { enter, end, begun } = noted({ connections: 8 });
    await enter("x/a/1", "x/a/2", "x/b/1", "x/c/1", "x/d/1", "y/a/1");
    expect(begun).toHaveLength(4);
    await end("x/a/1");
    expect(begun.slice(4).toSorted()).toEqual(["x/d/1", "y/a/1"]);
  });

  test("a subject at its limit holds up no other", async () => {
    const { enter, end, begun } = noted({ connections: 4 });
    await enter("x/a/1", "y/a/1", "x/a/2", "x/b/1", "x/c/1");
    await end("x/b/1");
    expect(begun).toEqual(["x/a/1", "y/a/1", "x/b/1", "x/c/1"]);
  });
});

describe("the bounds", () => {
  test("so many of one firm wait for one subject; more are refused, other subjects are not", async () => {
    const { enter } = noted();
    await enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5");
    expect(await enter("x/a/6", "x/b/1")).toEqual(["refused", "begun"]);
  });

  test("a full line of one firm refuses no other firm's change of the same subject", async () => {
    const { enter } = noted();
    await enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5", "x/a/6");
    expect(await enter("y/a/1")).toEqual(["waits"]);
  });

  test("so many of one firm wait in all; more are refused, other firms are not", async () => {
    const { enter } = noted({ connections: 2 });
    await enter("x/a/1", "y/e/1", "x/a/2", "x/a/3", "x/b/1", "x/c/1", "x/d/1");
    expect(await enter("x/e/1", "y/f/1")).toEqual(["refused", "waits"]);
  });

  test("who is refused does not count, and there is capacity again once one has begun", async () => {
    const { enter, end, waiting } = noted();
    await enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5", "x/a/6");
    expect(waiting()).toBe(3);
    await end("x/a/1");
    expect(await enter("x/a/6", "x/a/7")).toEqual(["waits", "refused"]);
  });

  test("with a full queue a change runs or is refused", async () => {
    const { enter } = noted({ waitingOfSubject: 0 });
    expect(await enter("x/a/1", "x/a/2", "x/a/3")).toEqual(["begun", "begun", "refused"]);
  });
});

describe("a request whose caller hangs up", () => {
  test("never begins, and leaves its place to the next", async () => {
    const { enter, hangUp, end, begun, waiting } = noted();
    await enter("x/a/1", "x/a/2", "x/a/3", "x/a/4");
    await hangUp("x/a/3");
    expect(waiting()).toBe(1);
    await end("x/a/1");
    expect(begun.at(-1)).toBe("x/a/4");
  });

  test("has no place to leave once it has begun", async () => {
    const { enter, hangUp, end, running } = noted();
    await enter("x/a/1", "y/a/1");
    await hangUp("x/a/1");
    expect(running()).toEqual(["x/a/1", "y/a/1"]);
    expect(await enter("z/a/1")).toEqual(["waits"]);
    await end("x/a/1");
    expect(running()).toEqual(["y/a/1", "z/a/1"]);
  });
});

const step = fc.record({
  firm: fc.constantFrom("x", "y", "z"),
  subject: fc.constantFrom("a", "b", "c", "d"),
  kind: fc.constantFrom("enter", "enter", "end", "hang up"),
  pick: fc.nat(),
});

test("whatever happens, bounds hold, nothing is lost, and nobody waits while there is capacity", async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 9 }),
    fc.array(step, { maxLength: 60 }),
    async (connections, steps) => {
      const queue = noted({ connections });
      const waiting: string[] = [];
      const ofFirm = Math.max(1, Math.floor(connections / 2));
      const count = (names: readonly string[], place: 0 | 1, value: string) =>
        names.filter((name) => name.split("/")[place] === value).length;
      const hasCapacity = (name: string) => {
        const [firm = "", subject = ""] = name.split("/");
        const running = queue.running();
        return (
          running.length < connections &&
          count(running, 0, firm) < ofFirm &&
          count(running, 1, subject) < Math.min(2, ofFirm)
        );
      };
      /** Takes what has begun since out of those that wait; of one firm and subject, the first. */
      const noteBegun = (before: readonly string[]) => {
        for (const name of queue.begun.slice(before.length)) {
          const subjectOf = (each: string) => each.split("/").slice(0, 2).join("/");
          const first = waiting.find((each) => subjectOf(each) === subjectOf(name));
          if (!waiting.includes(name)) continue;
          expect(name).toBe(first);
          waiting.splice(waiting.indexOf(name), 1);
        }
      };
      for (const [index, { firm, subject, kind, pick }] of steps.entries()) {
        const before = [...queue.begun];
        if (kind === "enter") {
          const name = `${firm}/${subject}/${index}`;
          const ofSubject = waiting.filter((each) => each.startsWith(`${firm}/${subject}/`));
          const isFull = ofSubject.length >= 3 || count(waiting, 0, firm) >= 5;
          const expected = hasCapacity(name) ? "begun" : isFull ? "refused" : "waits";
          expect(await queue.enter(name)).toEqual([expected]);
          if (expected === "waits") waiting.push(name);
        }
        const running = queue.running();
        if (kind === "end" && running.length > 0) {
          await queue.end(running[pick % running.length] as string);
        }
        if (kind === "hang up" && waiting.length > 0) {
          const [name = ""] = waiting.splice(pick % waiting.length, 1);
          await queue.hangUp(name);
        }
        noteBegun(before);
        expect(waiting.filter(hasCapacity)).toEqual([]);
        expect(queue.waiting()).toBe(waiting.length);
      }
      // Once all have ended, all have begun.
      while (queue.running().length > 0) {
        const before = [...queue.begun];
        await queue.end(queue.running()[0] as string);
        noteBegun(before);
      }
      expect(waiting).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});
