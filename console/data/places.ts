// Where pages and their lists were scrolled to, so that Back and Forward lead to the same place again.

const places = new Map<string, number>();
const last = { isReturn: false };

// The pages are drawn after the address has changed, which the browser would not wait for.
history.scrollRestoration = "manual";
addEventListener("popstate", () => {
  last.isReturn = true;
});
// So the router calls it when a link is followed.
for (const opened of ["pushState", "replaceState"]) {
  addEventListener(opened, () => {
    last.isReturn = false;
  });
}

function keyOf(of: string): string {
  return `${location.pathname}${location.search} ${of}`;
}

/** Notes where the page of this address, or a list on it, is scrolled to. */
export function notePlace(of: "page" | "rows", offset: number): void {
  places.set(keyOf(of), offset);
}

/** Where it was, for whoever returns by Back or Forward; 0 for whoever comes by a link. */
export function placeOfReturn(of: "page" | "rows"): number {
  return last.isReturn ? (places.get(keyOf(of)) ?? 0) : 0;
}
