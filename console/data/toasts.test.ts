// A confirmation reaches every listener until it stops listening.
import { expect, test } from "vitest";
import { listenForToasts, toast } from "./toasts.ts";

test("each message reaches every listener until it stops", () => {
  const one: string[] = [];
  const other: string[] = [];
  const stop = listenForToasts((message) => one.push(message));
  listenForToasts((message) => other.push(message));
  toast("Done: Save terms");
  stop();
  toast("Done: Assign");
  expect(one).toEqual(["Done: Save terms"]);
  expect(other).toEqual(["Done: Save terms", "Done: Assign"]);
});
