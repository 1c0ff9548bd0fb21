// The longest text, the least and the largest number of each field of the requests next to the first
// thirteen: the last value that is taken, and the first that is not.
import { expect, test } from "vitest";
import { NewClose } from "../src/brokerage/books/prices/schema.ts";
import { NewAccount } from "../src/brokerage/clients-and-accounts/account-opening/new-account-schema.ts";
import { NewAccreditation } from "../src/brokerage/clients-and-accounts/accreditation/schema.ts";
import { NewItemForAttention } from "../src/brokerage/clients-and-accounts/agreements/item-schema.ts";
import { NewFirm } from "../src/brokerage/clients-and-accounts/firms/schema.ts";
import { NewFolio } from "../src/brokerage/clients-and-accounts/folios/schema.ts";
import { NewMember } from "../src/brokerage/clients-and-accounts/members/schema.ts";
import { NewTrustee } from "../src/brokerage/clients-and-accounts/trustees/schema.ts";
import { VerificationUpdate } from "../src/brokerage/clients-and-accounts/verifications/schema.ts";
import { NewModelSubscription } from "../src/brokerage/model-portfolios/model-subscriptions/schema.ts";
import { ModelUpdate, NewModel } from "../src/brokerage/model-portfolios/models/schema.ts";
import { NewTransfer, TransferUpdate } from "../src/brokerage/money/transfers/schema.ts";
import { NewOfferDocument } from "../src/brokerage/placements/offers/approval-schema.ts";
import { OrderDecision } from "../src/brokerage/placements/private-placement-orders/decision-schema.ts";
import {
  NewOrder,
  OrderUpdate,
} from "../src/brokerage/placements/private-placement-orders/schema.ts";
import { ClockMove } from "../src/brokerage/service/sandbox/schema.ts";
import { parseJson } from "../src/values/json.ts";
import type { Problem } from "../src/values/problem.ts";
import { decodeSoundFields } from "../src/values/wire.ts";

type Shape = Parameters<typeof decodeSoundFields>[0];

/** Faults of one field, whatever else is missing. */
function codesOf(shape: Shape, path: string, value: unknown): string[] {
  const inList = /^(.+)\[0]\.(.+)$/.exec(path);
  const body = inList ? { [inList[1] ?? ""]: [{ [inList[2] ?? ""]: value }] } : { [path]: value };
  const problems: Problem[] = [];
  decodeSoundFields(shape, parseJson(JSON.stringify(body)), problems);
  return problems.flatMap((each) =>
    "field" in each && each.field === path
      ? ["errorCode" in each ? each.errorCode : each.type]
      : [],
  );
}

const texts: readonly (readonly [name: string, Shape, path: string, most: number])[] = [
  ...([NewModel, ModelUpdate] as const).flatMap((shape) => [
    ["a model", shape, "folioName", 25] as const,
    ["a model", shape, "longName", 64] as const,
    ["a model", shape, "description", 255] as const,
    ["a model", shape, "benchmarkItem", 40] as const,
    ["a model", shape, "cashSecurity", 40] as const,
  ]),
  ["a model", ModelUpdate, "folioNumber", 40],
  ["a subscription to a model", NewModelSubscription, "folioName", 16],
  ["a folio", NewFolio, "folioName", 16],
  ["a folio", NewFolio, "benchmark", 40],
  ["a transfer", NewTransfer, "contraAccountNumber", 64],
  ["a transfer", NewTransfer, "contraFirmName", 100],
  ["a transfer", NewTransfer, "stocks[0].ticker", 20],
  ["a transfer", NewTransfer, "stocks[0].description", 100],
  ["a step of a transfer", TransferUpdate, "comment", 4_000],
  ["an order", OrderUpdate, "comment", 255],
  ["a decision", OrderDecision, "comment", 255],
  ["a document", NewOfferDocument, "id", 40],
  ["a document", NewOfferDocument, "name", 255],
  ["a document", NewOfferDocument, "title", 255],
  ["an item", NewItemForAttention, "title", 100],
  ["an item", NewItemForAttention, "text", 4_000],
  ["an item", NewItemForAttention, "targetOid", 40],
  ["a verification", VerificationUpdate, "comment", 255],
  ["an accreditation", NewAccreditation, "verifyNote", 255],
  ["an account", NewAccount, "accountName", 16],
  ...([NewMember, NewTrustee] as const).flatMap((shape) => [
    ["a person", shape, "loginId", 64] as const,
    ["a person", shape, "firstName", 20] as const,
    ["a person", shape, "middleName", 20] as const,
    ["a person", shape, "lastName", 35] as const,
  ]),
  ["a member", NewMember, "finraCompany", 100],
  ["a member", NewMember, "employerName", 100],
  ["a member", NewMember, "occupationType", 100],
  ["a firm", NewFirm, "firmName", 100],
  ["a firm", NewFirm, "finraCompany", 100],
];

test.each(texts)("of %s a text is so long (%#)", (_, shape, path, most) => {
  expect(codesOf(shape, path, "é".repeat(most))).toEqual([]);
  expect(codesOf(shape, path, "é".repeat(most + 1))).toHaveLength(1);
});

test("the page of a model is so long", () => {
  const page = (length: number) => `https://a.example/${"x".repeat(length - 18)}`;
  expect(codesOf(NewModel, "URL", page(2_000))).toEqual([]);
  expect(codesOf(NewModel, "URL", page(2_001))).toEqual(["invalid.url"]);
});

const numbers: readonly (readonly [Shape, string, taken: string[], refused: string[]])[] = [
  [NewModel, "tradePctThreshold", ["0", "0.01", "100.00"], ["-0.01", "0.001", "100.01"]],
  [NewModel, "targetWeights[0].targetWeight", ["0.01", "100"], ["0", "0.001", "100.01"]],
  [NewTransfer, "cashAmount", ["0.01", "999999999999999.99"], ["0", "0.001", "1000000000000000"]],
  [NewTransfer, "rothFiveYear", ["1997"], ["1996", "1997.5"]],
  [NewTransfer, "stocks[0].amount", ["0.00001"], ["0", "0.000001"]],
  [NewOrder, "requestedDollarAmount", ["0.01"], ["0", "0.001", "1e2"]],
  [OrderUpdate, "requestedDollarAmount", ["0.01"], ["0", "0.001"]],
  [OrderDecision, "fillDollarAmount", ["0.01"], ["0", "0.001"]],
  [OrderDecision, "price", ["0.000001"], ["0", "0.0000001"]],
  [NewClose, "close", ["0", "0.000001"], ["-1", "0.0000001"]],
  [ClockMove, "days", ["1", "3660"], ["0", "3661", "1.5"]],
  [NewMember, "dependentCount", ["0", "99"], ["-1", "100", "1.5"]],
  [NewItemForAttention, "viewsRemaining", ["0", "1000"], ["-1", "1001", "1.5"]],
];

test.each(numbers)("a number is so small, so large, and has so many places (%#)", (...row) => {
  const [shape, path, taken, refused] = row;
  for (const each of taken) expect([each, codesOf(shape, path, each)]).toEqual([each, []]);
  for (const each of refused) expect([each, codesOf(shape, path, each).length]).toEqual([each, 1]);
});
