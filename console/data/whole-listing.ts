// All accounts of a list, for an export.
import { type Listing, listingSize } from "./reads.ts";
import { bursar, type Shapes } from "./service.ts";

/** All accounts of a listing, page by page. */
export async function wholeListing(choice: Listing): Promise<readonly Shapes["ListedAccount"][]> {
  const query = { ...choice, overview: true, limit: listingSize };
  return Array.fromAsync(bursar.each("/restapi/accounts", { params: { query } }));
}
