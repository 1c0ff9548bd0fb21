// Scroll positions of pages and their lists, restored by Back and Forward.

const places = new Map<string, number>();
const last = { isReturn: false };

// Pages render after the address has changed, too late for the browser's own restoration.
history.scrollRestoration = "manual";
addEventListener("popstate", () => {
  last.isReturn = true;
});
// The router dispatches these events when a link is followed.
for (const opened of ["pushState", "replaceState"]) {
  addEventListener(opened, () => {
    last.isReturn = false;
  });
}

function placeKey(of: string): string {
  return `${location.pathname}${location.search} ${of}`;
}

/** Stores the scroll position of this page or of a list on it. */
export function notePlace(of: "page" | "rows", offset: number): void {
  places.set(placeKey(of), offset);
}

/** The stored position after Back or Forward; 0 after a link. */
export function placeOfReturn(of: "page" | "rows"): number {
  return last.isReturn ? (places.get(placeKey(of)) ?? 0) : 0;
}
