// Following events: what is received, and how it goes on after an interruption.
import { describe, expect, test } from "vitest";
import { json, openFake, type Scripted } from "../test/fake-service.ts";
import { Refused } from "./bursar.ts";

const eventOf = (id: string) => ({ id, type: "restriction.created", subject: "RA00000001" });
const frame = (id: string) => `id: at${id}\ndata: ${JSON.stringify(eventOf(id))}\n\n`;
const page = (position: string) => json({ events: [], position, hasMore: false });

/** A stream of these parts, which then ends, breaks, or says nothing more. */
function stream(parts: readonly string[], end: "ends" | "breaks" | "is silent" = "ends"): Response {
  const bytes = parts.map((part) => new TextEncoder().encode(part));
  const body = new ReadableStream({
    pull(control) {
      const next = bytes.shift();
      if (next !== undefined) control.enqueue(next);
      else if (end === "ends") control.close();
      else if (end === "breaks") control.error(new TypeError("terminated"));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** The first events of a service, by their ids, and where each has left the stream. */
async function firstOf(count: number, script: readonly Scripted[], choice = {}) {
  const fake = openFake(script);
  const received: string[] = [];
  for await (const { event, position } of fake.bursar.events(choice)) {
    received.push(`${event.id} ${position}`);
    if (received.length === count) break;
  }
  const asked = fake.requests.map(({ url }) => new URL(url).search);
  return { received, asked, ...fake };
}

describe("events", () => {
  test("are received from now on, from wherever parts of the stream begin and end", async () => {
    const text = `retry: 2000\n\n${frame("1")}: still here\nid: at9\n\n${frame("2")}`;
    const parts = text.match(/[\s\S]{1,7}/g) ?? [];
    const { received, asked, requests } = await firstOf(2, [page("start"), stream(parts)]);
    expect(received).toEqual(["1 at1", "2 at2"]);
    expect(asked).toEqual(["?after=now", "?after=start"]);
    expect(requests[1]?.headers.get("accept")).toBe("text/event-stream");
    expect(requests[1]?.signal.aborted).toBe(true);
  });

  test("are narrowed down", async () => {
    const choice = { after: "at0", types: ["a", "b"], subject: "RA00000001" };
    const { asked } = await firstOf(1, [stream([frame("1")])], choice);
    expect(asked).toEqual(["?after=at0&types=a%2Cb&subject=RA00000001"]);
  });

  test("are received from the oldest on", async () => {
    const { asked } = await firstOf(1, [stream([frame("1")])], { after: "oldest" });
    expect(asked).toEqual([""]);
  });
});

describe("a stream goes on", () => {
  test.each(["ends", "breaks", "is silent"] as const)(
    "after the last event if it %s",
    async (how) => {
      const script = [stream([frame("1"), "id: at5\n\n"], how), stream([frame("6")])];
      const { received, asked } = await firstOf(2, script, { after: "at0" });
      expect(received).toEqual(["1 at1", "6 at6"]);
      expect(asked).toEqual(["?after=at0", "?after=at5"]);
    },
  );

  test("after refusals that pass, with growing waits", async () => {
    const away = () => json([], 503);
    const many = Array.from({ length: 8 }, () => away);
    const { received, waits } = await firstOf(1, [...many, stream([frame("1")])], { after: "at0" });
    expect(received).toEqual(["1 at1"]);
    // Three waits of each request, and after four attempts one of the stream.
    expect(waits.filter((ms) => ms < 45_000)).toEqual([125, 250, 500, 250, 125, 250, 500, 500]);
  });

  test("from the present once its position is gone, when the records were read", async () => {
    const gone = json([{ type: "REQUEST", errorCode: "event.position.gone" }], 410);
    let reads = 0;
    const onGone = () => {
      reads += 1;
    };
    const script = [gone, page("anew"), stream([frame("7")])];
    const { received, asked } = await firstOf(1, script, { after: "old", onGone });
    expect([received, reads]).toEqual([["7 at7"], 1]);
    expect(asked).toEqual(["?after=old", "?after=now", "?after=anew"]);
  });
});

describe("a loop ends", () => {
  test.each([401, 403, 410])("with the refusal of status %d", async (status) => {
    const script = [json([{ type: "REQUEST" }], status)];
    const refused = await firstOf(1, script, { after: "at0" }).catch((error) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused.status).toBe(status);
  });

  test("when its signal is aborted", async () => {
    const leaving = new AbortController();
    const { bursar } = openFake([stream([frame("1"), frame("2")])]);
    const seen: string[] = [];
    for await (const { event } of bursar.events({ after: "at0", signal: leaving.signal })) {
      seen.push(event.id);
      leaving.abort();
      if (seen.length === 2) break;
    }
    expect(seen.length).toBeLessThanOrEqual(2);
  });
});
