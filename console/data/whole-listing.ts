// All accounts of a list, for an export.
import { type Listing, listingSize } from "./reads.ts";
import { bursar, type Shapes } from "./service.ts";

type Listed = Shapes["ListedAccount"];

/** All accounts of a listing, page by page. */
export async function wholeListing(choice: Listing): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  let page: readonly Listed[];
  do {
    const last = all.at(-1)?.accountNumber;
    page = await bursar.get("/restapi/accounts", {
      params: {
        query: { ...choice, overview: true, limit: listingSize, ...(last && { after: last }) },
      },
    });
    all.push(...page);
  } while (page.length === listingSize);
  return all;
}
