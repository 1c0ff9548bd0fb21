// The button that opens and closes the details of a row.
import { Icon } from "./icon.tsx";

interface DetailsButtonProps {
  /** The name of the row. */
  readonly of: string;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** An arrow, named for the row. */
export function DetailsButton({ of, isOpen, setOpen }: DetailsButtonProps) {
  return (
    <button
      type="button"
      className="button quiet icon-only"
      aria-expanded={isOpen}
      aria-label={`Details of ${of}`}
      onClick={() => setOpen(!isOpen)}
    >
      <Icon name={isOpen ? "up" : "down"} />
    </button>
  );
}
