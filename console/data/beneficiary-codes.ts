// The names of codes that only beneficiaries have.
import relationships from "../../src/reference/codes/beneficiary-relationship.csv";
import citizenships from "../../src/reference/codes/citizenship.csv";
import { listOf } from "./codes.ts";

/** The lists of which a beneficiary is made. */
export const beneficiaryCodes = {
  citizenships: listOf(citizenships),
  relationships: listOf(relationships),
};
