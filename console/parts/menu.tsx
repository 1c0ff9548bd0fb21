// A button that opens a box below it, such as filters; a click elsewhere and Escape close it.
import { type ReactNode, useEffect, useRef } from "react";

interface MenuProps {
  readonly name: string;
  /** How many choices in it differ from the usual. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** A box that opens by its button. */
export function Menu({ name, count = 0, children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      const { current } = box;
      // A page takes the focus itself when its address changes, also by a choice in the box.
      const isElsewhere = target instanceof Element && target.tagName !== "MAIN";
      if (current?.open && isElsewhere && !current.contains(target)) current.open = false;
    };
    const press = (event: KeyboardEvent) => {
      const { current } = box;
      if (event.key !== "Escape" || !current?.open) return;
      current.open = false;
      current.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", close);
    addEventListener("focusin", close);
    addEventListener("keydown", press);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("focusin", close);
      removeEventListener("keydown", press);
    };
  }, []);
  return (
    <details ref={box} className="menu no-print">
      <summary className="button">
        {name}
        {count > 0 && <span className="tag blue">{count}</span>}
      </summary>
      <div className="menu-box">{children}</div>
    </details>
  );
}
