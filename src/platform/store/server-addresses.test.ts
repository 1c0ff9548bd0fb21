// One address may name several servers, with hosts and ports in lists as libpq reads them.
import { expect, test } from "vitest";
import { settingsFromUrl } from "./connection.ts";
import { serverAddresses } from "./server-addresses.ts";

test.each([
  ["postgresql://u:p@a/db", ["postgresql://u:p@a/db"]],
  [
    "postgresql://u:p@a:1,b:2/db?x=1",
    ["postgresql://u:p@a:1/db?x=1", "postgresql://u:p@b:2/db?x=1"],
  ],
  ["postgres://a,b,[::1]:3/db", ["postgres://a/db", "postgres://b/db", "postgres://[::1]:3/db"]],
  ["postgresql://u:a@b,c@d,e/db", ["postgresql://u:a@b,c@d/db", "postgresql://u:a@b,c@e/db"]],
  [
    "postgresql://u@localhost/db?host=/a,/b&port=1,2",
    [
      "postgresql://u@localhost/db?host=%2Fa&port=1",
      "postgresql://u@localhost/db?host=%2Fb&port=2",
    ],
  ],
  [
    "postgresql://u@localhost/db?host=/a,/b&port=1",
    [
      "postgresql://u@localhost/db?host=%2Fa&port=1",
      "postgresql://u@localhost/db?host=%2Fb&port=1",
    ],
  ],
  ["not an address", ["not an address"]],
])("%s names its servers", (address, servers) => {
  expect(serverAddresses(address)).toEqual(servers);
});

test("servers of one address have everything but their place in common", () => {
  const url = "postgresql://bursar:p%40ss@a.example:6432,b.example/firm?sslmode=verify-full";
  expect(settingsFromUrl(url)).toEqual({
    host: "a.example",
    port: 6432,
    others: [{ host: "b.example", port: 5432 }],
    user: "bursar",
    password: "p@ss",
    database: "firm",
    ssl: {},
  });
});
