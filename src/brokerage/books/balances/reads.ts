// What other resources may read of balances: the cash that is free to pay fees.
export { type FreeCash, selectFreeCash } from "./free-cash.ts";
