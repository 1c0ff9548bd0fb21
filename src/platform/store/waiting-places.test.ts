// The places of all workers are counted together, by firm and by subject, and those of a worker that
// ends are free again.
import { expect, test } from "vitest";
import { countPlaces } from "./waiting-places.ts";

test("workers share the places of a firm and of a subject", () => {
  const places = countPlaces({ waitingOfSubject: 2, waitingOfFirm: 3 });
  const [a, b] = [places.open(), places.open()];
  expect([a.take("1", "x"), b.take("1", "x"), a.take("1", "x")]).toEqual([true, true, false]);
  expect([b.take("1", "y"), b.take("1", "z")]).toEqual([true, false]);
  expect(b.take("2", "x")).toBe(true);
  a.leave("1", "x");
  expect([b.take("1", "x"), b.take("1", "x")]).toEqual([true, false]);
  // One that was never taken gives nothing back.
  a.leave("1", "x");
  expect(a.take("1", "x")).toBe(false);
});

test("a worker that ends gives back all that it had", () => {
  const places = countPlaces({ waitingOfSubject: 2, waitingOfFirm: 2 });
  const [a, b] = [places.open(), places.open()];
  a.take("1", "x");
  a.take("1", "y");
  expect(b.take("1", "z")).toBe(false);
  a.close();
  expect([b.take("1", "z"), b.take("1", "z"), b.take("1", "z")]).toEqual([true, true, false]);
});
