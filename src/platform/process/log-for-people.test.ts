// Checks log lines as a person at a terminal sees them.
import { expect, test } from "vitest";
import { openLog } from "./log.ts";
import { lineForPeople } from "./log-for-people.ts";

test("a line shows the time, the level, the message and whatever else it says", () => {
  const line = { level: 40, time: 1_772_463_600_123, service: "bursar", rows: 3, msg: "unsealed" };
  expect(lineForPeople(JSON.stringify(line))).toBe("15:00:00.123  WARN   unsealed  rows: 3\n");
  const entry = { reqId: "a", operation: "getAccount", method: "GET", status: 401 };
  expect(lineForPeople(JSON.stringify({ level: 30, time: 0, service: "bursar", ...entry }))).toBe(
    "00:00:00.000  info   GET getAccount 401  reqId: a\n",
  );
  expect(lineForPeople('{"level":35,"time":0,"msg":"a\\u001b[2J"}')).toBe(
    "00:00:00.000  35     a\\u{1b}[2J\n",
  );
});

test("what the log writes can be shown so, an error by its type and place", () => {
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(lineForPeople(line)) });
  log.error({ err: new RangeError("of a caller") }, "failed");
  expect(lines.join("")).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} {2}ERROR {2}failed {2}err\.type: RangeErr/,
  );
  expect(lines.join("")).not.toContain("of a caller");
});
