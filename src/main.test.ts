// Where the service listens.
import { expect, test } from "vitest";
import { listen } from "./main.ts";

test.each([
  ["localhost", "127.0.0.1"],
  ["LocalHost", "127.0.0.1"],
  ["::1", "::1"],
  ["0.0.0.0", "0.0.0.0"],
])("%s is the one address %s", async (host, address) => {
  const asked: unknown[] = [];
  const app = { listen: async (options: unknown) => asked.push(options).toString() };
  await listen(app as never, { host, port: 8080 });
  expect(asked).toEqual([{ host: address, port: 8080 }]);
});
