// A dialog over the page: the browser's own, which traps the focus and closes on Escape.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A dialog that is open while it is rendered. */
export function Dialog({ title, close, isWide = false, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      className={isWide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onClose={close}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="button quiet icon-only" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div className="body">{children}</div>
    </dialog>
  );
}
