// Names of codes that only beneficiaries use.
import relationships from "../../src/reference/codes/beneficiary-relationship.csv";
import citizenships from "../../src/reference/codes/citizenship.csv";
import { listOf } from "./codes.ts";

/** Code lists of the beneficiary form. */
export const beneficiaryCodes = {
  citizenships: listOf(citizenships),
  relationships: listOf(relationships),
};
