// One run of FIFO over trades in a process of its own: `node fifo.ts <size as JSON>`.
import process from "node:process";
import { relieve } from "../engines/lot-rows.ts";
import { type TradeSize, trades } from "../engines/trades.ts";

const facts = trades(JSON.parse(process.argv[2] ?? "") as TradeSize);
const began = performance.now();
relieve("FIFO", facts);
process.stdout.write(JSON.stringify({ booked: (performance.now() - began) / 1000 }));
