// The first minute in a browser: the address that `npm start` prints.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";

await describeInBrowser("the first page", (open) => {
  test("is the console, which says how to get a link", async () => {
    const page = await open.window();
    await page.goto(open.address);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${open.address}/console/`);
    for (const command of ["npx bursar console link <login>", "npx bursar console link harbor.lin"])
      await page.getByText(command, { exact: true }).waitFor();
    // The output of a first start: links in a terminal, else the second command.
    const printed = await readFile("src/cli/serve.ts", "utf8");
    expect(printed).toContain("npx bursar console link harbor.lin");
    await expect
      .poll(() => page.getByText(/Without a terminal.*it prints the command/s).count())
      .toBe(1);
  });
});
