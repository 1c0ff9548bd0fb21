// Where files are dropped or chosen.
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Icon } from "../../parts/icon.tsx";
import { filesDropped, filesOfFolder } from "./load-files.ts";

interface DropProps {
  /** The purpose of the files. */
  readonly children: ReactNode;
  /** The endings that the dialog of files offers; any if left out. */
  readonly accept?: string;
  readonly take: (files: readonly File[]) => void;
}

/** The area that takes files and folders. */
export function Drop({ children, accept, take }: DropProps) {
  const [isOver, setOver] = useState(false);
  const ofFiles = useRef<HTMLInputElement>(null);
  const ofFolder = useRef<HTMLInputElement>(null);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(await filesDropped(event.dataTransfer));
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same without a pointer
    <div
      className="drop"
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <Icon name="file" />
      <p>
        <span className="strong">Drag a folder or files here.</span> {children}
      </p>
      <div className="toolbar">
        <button type="button" className="button" onClick={() => ofFolder.current?.click()}>
          Choose a folder
        </button>
        <button type="button" className="button" onClick={() => ofFiles.current?.click()}>
          Choose files
        </button>
      </div>
      <input
        ref={ofFolder}
        type="file"
        hidden
        {...{ webkitdirectory: "" }}
        onChange={({ target }) => {
          take(filesOfFolder(target.files ?? new DataTransfer().files));
          target.value = "";
        }}
      />
      <input
        ref={ofFiles}
        type="file"
        hidden
        multiple
        {...(accept && { accept })}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}
