// The details of the firm that pays which tax papers lack, in sentences for the person who prints
// or checks them.

/** The record of the firm that operates the service; without one there is no name. */
export interface RecordedPayer {
  readonly name: string | null;
  readonly hasTid: boolean;
  readonly hasAddress: boolean;
}

/** A sentence for each thing that tax papers cannot show of their payer. */
export function missingPayerDetails({
  name,
  hasTid,
  hasAddress,
}: RecordedPayer): readonly string[] {
  if (name === null) return ["No firm is of kind operator: tax papers name no payer."];
  return [
    ...(hasTid ? [] : [`${name} has no tax id: tax papers show none of the payer.`]),
    ...(hasAddress ? [] : [`${name} has no address: tax papers show none of the payer.`]),
  ];
}
