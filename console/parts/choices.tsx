// A few choices side by side, one of them pressed.

interface ChoicesProps<T extends string> {
  readonly label: string;
  readonly of: readonly T[];
  readonly chosen: T | undefined;
  readonly name: (each: T) => string;
  readonly title?: (each: T) => string;
  readonly choose: (each: T) => void;
}

/** A group of choices of which one applies. */
export function Choices<T extends string>({
  label,
  of,
  chosen,
  name,
  title,
  choose,
}: ChoicesProps<T>) {
  return (
    <fieldset className="choices">
      <legend className="hidden-text">{label}</legend>
      {of.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === chosen}
          {...(title && { title: title(each) })}
          onClick={() => choose(each)}
        >
          {name(each)}
        </button>
      ))}
    </fieldset>
  );
}
