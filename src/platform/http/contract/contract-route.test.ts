// Anonymous callers may ask for the contract as often as they like: it is printed once for each address.
import { expect, test } from "vitest";
import { contractPrinter } from "./contract-route.ts";

test("the contract is printed once, and made once for each of the servers named last", () => {
  let printed = 0;
  const print = contractPrinter(() => {
    printed += 1;
    return '{"openapi":"3.1.1"}';
  });
  const first = print(["http://a.test"]);
  expect(first.bytes.toString()).toBe('{"servers":[{"url":"http://a.test"}],"openapi":"3.1.1"}');
  expect(print(["http://a.test"])).toBe(first);
  expect(print(["http://b.test"]).tag).not.toBe(first.tag);
  for (const host of ["c", "d", "e"]) print([`http://${host}.test`]);
  expect(print(["http://a.test"])).not.toBe(first);
  expect(print(["http://a.test"])).toEqual(first);
  expect(printed).toBe(1);
});
