// The console's icons, one set drawn on a grid of 16.

const shapes = {
  clients:
    "M5.5 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.2 1.8-4 4-4s4 1.8 4 4M10.5 2.8a2.5 2.5 0 0 1 0 4.4M11.5 9.7c1.8.4 3 2 3 3.8",
  person: "M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM3 13.8c0-2.6 2.2-4.3 5-4.3s5 1.7 5 4.3",
  households: "M2 8 8 2.8 14 8M3.5 7v6.5h9V7M6.5 13.5v-3.5h3v3.5",
  firm: "M2.5 13.5v-4h3v4zM6.5 13.5v-8h3v8zM10.5 13.5v-11h3v11z",
  securities: "M2.5 2.5v11h11M4.5 10.5l3-4 2.5 2 3.5-5",
  offers: "M2.5 13.5v-9l5.5-2 5.5 2v9M2.5 13.5h11M6 13.5v-3h4v3M6 6.5h.01M10 6.5h.01",
  models: "M7 3a5.5 5.5 0 1 0 6 6H7zM10 1.8A5.5 5.5 0 0 1 14.2 6H10z",
  billing:
    "M3.5 1.8v12.4l1.5-1 1.5 1 1.5-1 1.5 1 1.5-1 1.5 1V1.8l-1.5 1-1.5-1-1.5 1-1.5-1-1.5 1zM6 6h4M6 9h4",
  statements: "M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3M5.5 11.5v-2M8 11.5V7.5M10.5 11.5v-3",
  events: "M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3M5 9.5h2M9 9.5h2",
  office: "M2.5 5.5h11v8h-11zM5.5 5.5v-2h5v2M2.5 9h11",
  sandbox: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.6",
  items: "M3 2.5h10v11H3zM5.5 6h5M5.5 9h3",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14",
  sun: "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7",
  moon: "M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z",
  device: "M2 3h12v8H2zM6 13.5h4",
  out: "M6.5 2.5h-4v11h4M6 8h8M11 5l3 3-3 3",
  menu: "M2 4.5h12M2 8h12M2 11.5h12",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  left: "M10 4 6 8l4 4",
  lock: "M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2",
  alert: "M8 2 14.5 13.5h-13ZM8 6.5v3M8 11.5h.01",
  check: "M3 8.5 6.5 12 13 4.5",
  link: "M6.5 9.5l3-3M7 4.5l1-1a3 3 0 0 1 4.2 4.2l-1 1M9 11.5l-1 1A3 3 0 0 1 3.8 8.3l1-1",
  print: "M4.5 6V2.5h7V6M4.5 11.5h-2v-5h11v5h-2M4.5 9.5h7v4h-7z",
  copy: "M5.5 5.5h8v8h-8zM5.5 10.5h-3v-8h8v3",
  file: "M4 1.5h5l3.5 3.5v9.5H4zM9 1.5V5h3.5",
  plus: "M8 3v10M3 8h10",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.5v3.5M8 5h.01",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof shapes;

/** An icon next to a text that says the same; alone, its control has a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

/** The logo of the service. */
export function Sign() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#1f3a5f" />
      <path
        d="M10 8h7.5a4 4 0 0 1 0 8H10zm0 8h8.5a4 4 0 0 1 0 8H10z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinejoin="round"
      />
    </svg>
  );
}
