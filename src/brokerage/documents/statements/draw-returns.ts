// The returns on the first page of a statement.
import type { Paper } from "../../../platform/paper/paper.ts";
import { section } from "../../../platform/paper/section.ts";
import { drawTable } from "../../../platform/paper/table.ts";
import { percent, shortDay } from "../../../platform/paper/words.ts";
import type { Statement } from "./statement.ts";

const right = "right" as const;

/** The returns of a statement, net first and gross next to it in one size. */
export function drawReturns(paper: Paper, { performance }: Pick<Statement, "performance">): void {
  if (performance.length === 0) return;
  const part = section(paper, "Performance");
  const columns = [
    { heading: "Period", width: 150 },
    { heading: "From", width: 90 },
    { heading: "Net of fees", width: 90, align: right },
    { heading: "Gross of fees", width: 90, align: right },
  ];
  const rows = performance.map(({ label, from, net, gross, isYearly }) => ({
    cells: [
      isYearly ? `${label}, annualized` : label,
      shortDay(from),
      percent(net),
      percent(gross),
    ],
  }));
  drawTable(paper, part, columns, rows);
  part.end();
}
