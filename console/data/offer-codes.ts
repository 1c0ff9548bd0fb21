// Names of codes that only the offering form shows.
import incomes from "../../src/reference/codes/annual-income-range.csv";
import corporations from "../../src/reference/codes/corporate-accreditation.csv";
import issuerSizes from "../../src/reference/codes/issuer-size.csv";
import liquidWorths from "../../src/reference/codes/liquid-net-worth-range.csv";
import naturalPersons from "../../src/reference/codes/natural-person-accreditation.csv";
import worths from "../../src/reference/codes/net-worth-range.csv";
import experiences from "../../src/reference/codes/previous-experience.csv";
import states from "../../src/reference/codes/state.csv";
import { codes, listOf } from "./codes.ts";

/** Code lists of the offering form. */
export const offerCodes = {
  ...codes,
  corporations: listOf(corporations),
  experiences: listOf(experiences),
  incomes: listOf(incomes),
  issuerSizes: listOf(issuerSizes),
  liquidWorths: listOf(liquidWorths),
  naturalPersons: listOf(naturalPersons),
  states: listOf(states),
  worths: listOf(worths),
};
