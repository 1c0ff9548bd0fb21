// Turns of changes: who begins, who waits and who is refused, for a few orders by hand and for many
// drawn ones against a plain model.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Entrant, type TurnLimits, Turns } from "./turns.ts";

const limits = { connections: 8, waitingOfSubject: 3, waitingOfFirm: 5 };

/** Turns that note in which order changes begin; a change is named `firm/subject/number`. */
function noted(of: Partial<TurnLimits> = {}) {
  const turns = new Turns({ ...limits, ...of });
  const begun: string[] = [];
  const entrants = new Map<string, Entrant>();
  const named = (name: string): Entrant => {
    const [firm = "", subject = ""] = name.split("/");
    const known = entrants.get(name) ?? { firm, subject, begin: () => begun.push(name) };
    entrants.set(name, known);
    return known;
  };
  return {
    begun,
    enter: (...names: string[]) => names.map((name) => turns.enter(named(name))),
    leave: (name: string) => turns.leave(named(name)),
    end: (...names: string[]) => names.forEach((name) => void turns.end(named(name))),
    waiting: () => turns.waiting,
  };
}

describe("at once", () => {
  test("two changes of one subject run, a third waits, another subject's runs", () => {
    const { enter, begun } = noted();
    expect(enter("x/a/1", "x/a/2", "x/a/3", "x/b/1")).toEqual(["begun", "begun", "waits", "begun"]);
    expect(begun).toEqual(["x/a/1", "x/a/2", "x/b/1"]);
  });

  test("two changes of one subject run in all, whichever firms send them", () => {
    const { enter, begun, end } = noted();
    expect(enter("x/a/1", "y/a/1", "z/a/1")).toEqual(["begun", "begun", "waits"]);
    end("x/a/1");
    expect(begun.at(-1)).toBe("z/a/1");
  });

  test("one firm has half of the connections", () => {
    const { enter } = noted();
    expect(enter("x/a/1", "x/b/1", "x/c/1", "x/d/1", "x/e/1", "y/f/1")).toEqual([
      ...["begun", "begun", "begun", "begun"],
      ...["waits", "begun"],
    ]);
  });

  test("as many run as there are connections", () => {
    const { enter, begun, end } = noted({ connections: 4 });
    expect(enter("x/a/1", "x/b/1", "y/c/1", "y/d/1", "z/e/1").at(-1)).toBe("waits");
    end("y/c/1");
    expect(begun.at(-1)).toBe("z/e/1");
  });

  test.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
  ])("of %i connections one subject has %i", (connections, most) => {
    const { enter } = noted({ connections });
    const places = enter("x/a/1", "x/a/2", "x/a/3");
    expect(places.filter((place) => place === "begun")).toHaveLength(most);
  });
});

describe("in line", () => {
  test("changes of one firm to one subject begin in the order in which they came", () => {
    const { enter, end, begun } = noted();
    enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5");
    end("x/a/2", "x/a/1", "x/a/3");
    expect(begun).toEqual(["x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5"]);
  });

  test("firms take turns, however many changes one of them has waiting", () => {
    const { enter, end, begun } = noted({ connections: 2 });
    enter("x/a/1", "y/b/1", "x/c/1", "x/d/1", "x/e/1", "z/f/1", "z/g/1", "w/h/1");
    for (const name of ["x/a/1", "y/b/1"]) end(name);
    expect(begun.slice(2)).toEqual(["x/c/1", "z/f/1"]);
    end("x/c/1");
    expect(begun.at(-1)).toBe("w/h/1");
    end("z/f/1");
    expect(begun.at(-1)).toBe("x/d/1");
    end("w/h/1");
    expect(begun.at(-1)).toBe("z/g/1");
  });

  test("subjects of one firm take turns", () => {
    const { enter, end, begun } = noted({ connections: 2 });
    enter("x/a/1", "x/b/1", "x/b/2", "x/b/3", "x/c/1");
    for (const name of ["x/a/1", "x/b/1", "x/c/1", "x/b/2"]) end(name);
    expect(begun).toEqual(["x/a/1", "x/b/1", "x/c/1", "x/b/2", "x/b/3"]);
  });

  test("one that ends can make room for two", () => {
    const { enter, end, begun } = noted({ connections: 8 });
    enter("x/a/1", "x/a/2", "x/b/1", "x/c/1", "x/d/1", "y/a/1");
    expect(begun).toHaveLength(4);
    end("x/a/1");
    expect(begun.slice(4).toSorted()).toEqual(["x/d/1", "y/a/1"]);
  });

  test("a subject that has no room holds up no other", () => {
    const { enter, end, begun } = noted({ connections: 4 });
    enter("x/a/1", "y/a/1", "x/a/2", "x/b/1", "x/c/1");
    end("x/b/1");
    expect(begun).toEqual(["x/a/1", "y/a/1", "x/b/1", "x/c/1"]);
  });
});

describe("the bounds", () => {
  test("so many of one firm wait for one subject; more are refused, other subjects are not", () => {
    const { enter } = noted();
    enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5");
    expect(enter("x/a/6", "x/b/1")).toEqual(["refused", "begun"]);
  });

  test("a full line of one firm refuses no other firm's change of the same subject", () => {
    const { enter } = noted();
    enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5", "x/a/6");
    expect(enter("y/a/1")).toEqual(["waits"]);
  });

  test("so many of one firm wait in all; more are refused, other firms are not", () => {
    const { enter } = noted({ connections: 2 });
    enter("x/a/1", "y/e/1", "x/a/2", "x/a/3", "x/b/1", "x/c/1", "x/d/1");
    expect(enter("x/e/1", "y/f/1")).toEqual(["refused", "waits"]);
  });

  test("who is refused does not count, and there is room again once one has begun", () => {
    const { enter, end, waiting } = noted();
    enter("x/a/1", "x/a/2", "x/a/3", "x/a/4", "x/a/5", "x/a/6");
    expect(waiting()).toBe(3);
    end("x/a/1");
    expect(enter("x/a/6", "x/a/7")).toEqual(["waits", "refused"]);
  });

  test("without room to wait a change runs or is refused", () => {
    const { enter } = noted({ waitingOfSubject: 0 });
    expect(enter("x/a/1", "x/a/2", "x/a/3")).toEqual(["begun", "begun", "refused"]);
  });
});

describe("a change that gives up", () => {
  test("never begins, and leaves its place to the next", () => {
    const { enter, leave, end, begun, waiting } = noted();
    enter("x/a/1", "x/a/2", "x/a/3", "x/a/4");
    expect([leave("x/a/3"), leave("x/a/3"), waiting()]).toEqual([true, false, 1]);
    end("x/a/1");
    expect(begun.at(-1)).toBe("x/a/4");
  });

  test("has no place to leave once it has begun, or if it is not known", () => {
    const { enter, leave, end } = noted();
    enter("x/a/1");
    expect([leave("x/a/1"), leave("x/a/9"), leave("y/a/1")]).toEqual([false, false, false]);
    end("x/a/1");
    expect(leave("x/a/1")).toBe(false);
  });
});

test("only what has begun can end", () => {
  expect(() => noted().end("x/a/1")).toThrow("has not begun");
});

const step = fc.record({
  firm: fc.constantFrom("x", "y", "z"),
  subject: fc.constantFrom("a", "b", "c", "d"),
  kind: fc.constantFrom("enter", "enter", "end", "leave"),
  pick: fc.nat(),
});

test("whatever happens, bounds hold, nothing is lost, and nobody waits for whom there is room", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 120 }), (n, steps) => {
      const running: Entrant[] = [];
      const waiting: Entrant[] = [];
      const turns = new Turns({ connections: n, waitingOfSubject: 3, waitingOfFirm: 5 });
      const ofFirm = Math.max(1, Math.floor(n / 2));
      const count = (list: Entrant[], key: "firm" | "subject", value: string) =>
        list.filter((each) => each[key] === value).length;
      const hasRoom = ({ firm, subject }: Entrant) =>
        running.length < n &&
        count(running, "firm", firm) < ofFirm &&
        count(running, "subject", subject) < Math.min(2, ofFirm);
      const begin = (entrant: Entrant) => {
        const place = waiting.indexOf(entrant);
        const before = waiting
          .slice(0, Math.max(place, 0))
          .filter(({ firm, subject }) => firm === entrant.firm && subject === entrant.subject);
        expect(before).toEqual([]);
        expect(hasRoom(entrant)).toBe(true);
        if (place >= 0) waiting.splice(place, 1);
        running.push(entrant);
      };
      for (const { firm, subject, kind, pick } of steps) {
        if (kind === "enter") {
          const entrant: Entrant = { firm, subject, begin: () => begin(entrant) };
          const ofLine = waiting.filter((each) => each.firm === firm && each.subject === subject);
          const isFull = ofLine.length >= 3 || count(waiting, "firm", firm) >= 5;
          const expected = hasRoom(entrant) ? "begun" : isFull ? "refused" : "waits";
          const place = turns.enter(entrant);
          expect(place).toBe(expected);
          if (place === "waits") waiting.push(entrant);
        }
        const [from] = kind === "end" ? running.splice(pick % Math.max(running.length, 1), 1) : [];
        if (from !== undefined) turns.end(from);
        const given = kind === "leave" ? waiting[pick % Math.max(waiting.length, 1)] : undefined;
        if (given !== undefined) {
          waiting.splice(waiting.indexOf(given), 1);
          expect(turns.leave(given)).toBe(true);
        }
        expect(waiting.filter(hasRoom)).toEqual([]);
        expect(turns.waiting).toBe(waiting.length);
      }
      // Once all have ended, all have begun.
      for (let next = running.shift(); next !== undefined; next = running.shift()) turns.end(next);
      expect(waiting).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
