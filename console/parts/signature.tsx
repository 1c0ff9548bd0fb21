// A signature: drawn with a finger, a pen or a mouse, typed, or uploaded as a file.
import { type PointerEvent, useState } from "react";
import { base64 } from "../data/base64.ts";
import { Field, type Given } from "./change-form.tsx";
import { Choices } from "./choices.tsx";

/** A signature in the service's format: its bytes in Base64, and their kind. */
export interface Signature {
  readonly data: string;
  /** `SVG` if drawn or typed, else the extension of the file. */
  readonly kind: string;
}

const modes = { draw: "Draw", type: "Type", file: "Choose a file" } as const;
type Mode = keyof typeof modes;

interface SignatureInputProps {
  /** The path of the bytes in the body. */
  readonly field: string;
  readonly label: string;
  /** The accepted file extensions. */
  readonly files: readonly string[];
  readonly set: (signature: Signature | undefined) => void;
}

/** The three ways to sign, one at a time. */
export function SignatureInput({ field, label, files, set }: SignatureInputProps) {
  const [mode, setMode] = useState<Mode>("draw");
  const choose = (chosen: Mode) => {
    setMode(chosen);
    set(undefined);
  };
  return (
    <Field field={field} label={label}>
      {(given) => {
        const note = (signature: Signature | undefined) => {
          set(signature);
          given.onBlur();
        };
        return (
          <div className="stack signature">
            <Choices
              label={`How to sign: ${label}`}
              of={Object.keys(modes) as Mode[]}
              chosen={mode}
              name={(each) => modes[each]}
              choose={choose}
            />
            {mode === "draw" && <Pad given={given} set={note} />}
            {mode === "type" && <Typed given={given} set={note} />}
            {mode === "file" && <FromFile given={given} files={files} set={note} />}
          </div>
        );
      }}
    </Field>
  );
}

interface WayProps {
  readonly given: Given;
  readonly set: (signature: Signature | undefined) => void;
}

const width = 600;
const height = 180;

/** A line of a drawing, as points in its own units. */
type Stroke = readonly (readonly [number, number])[];

function Pad({ given, set }: WayProps) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const x = Math.round(((clientX - box.left) / box.width) * width);
    const y = Math.round(((clientY - box.top) / box.height) * height);
    return [x, y] as const;
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setStrokes([...strokes, [pointOf(event)]]);
  };
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const last = strokes.at(-1);
    if (!last || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const [x, y] = pointOf(event);
    const [beforeX = 0, beforeY = 0] = last.at(-1) ?? [];
    if (Math.hypot(x - beforeX, y - beforeY) < 2) return;
    setStrokes([...strokes.slice(0, -1), [...last, [x, y]]]);
  };
  const clear = () => {
    setStrokes([]);
    set(undefined);
  };
  const isEmpty = strokes.length === 0;
  return (
    <>
      <svg
        id={given.id}
        className="pad"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={isEmpty ? "No signature drawn" : "Drawn signature"}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={() => set({ data: encoded(drawingOf(strokes)), kind: "SVG" })}
      >
        <line x1="40" x2={width - 40} y1="140" y2="140" stroke="var(--line-strong)" />
        <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
          {strokes.map((stroke, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added
            <path key={at} d={pathOf(stroke)} strokeLinejoin="round" />
          ))}
        </g>
      </svg>
      <div className="card-line">
        <span className="hint">Draw your signature, or type your name instead.</span>
        <button type="button" className="button quiet" onClick={clear} disabled={isEmpty}>
          Clear
        </button>
      </div>
    </>
  );
}

function pathOf(stroke: Stroke): string {
  const [[x, y] = [0, 0], ...rest] = stroke;
  return `M${x} ${y}${rest.length === 0 ? "l0 0" : ""}${rest.map((to) => `L${to.join(" ")}`).join("")}`;
}

function drawingOf(strokes: readonly Stroke[]): string {
  const paths = strokes.map((stroke) => `<path d="${pathOf(stroke)}"/>`);
  return svg(
    `<g fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g>`,
  );
}

function Typed({ given, set }: WayProps) {
  const [name, setName] = useState("");
  const change = (text: string) => {
    setName(text);
    set(text.trim() === "" ? undefined : { data: encoded(writingOf(text.trim())), kind: "SVG" });
  };
  return (
    <>
      <input
        {...given}
        autoComplete="name"
        value={name}
        onChange={({ target }) => change(target.value)}
      />
      <p className="written" aria-hidden="true">
        {name}
      </p>
      <p className="hint">Type your full legal name.</p>
    </>
  );
}

function writingOf(name: string): string {
  const size = Math.min(64, Math.floor(1_000 / name.length));
  const text = name.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return svg(
    `<text x="${width / 2}" y="120" text-anchor="middle" font-family="cursive" font-style="italic" font-size="${size}">${text}</text>`,
  );
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

interface FromFileProps extends WayProps {
  readonly files: readonly string[];
}

function FromFile({ given, files, set }: FromFileProps) {
  const read = async (file: File | undefined) => {
    if (file === undefined) return set(undefined);
    const ending = file.name.slice(file.name.lastIndexOf(".") + 1).toUpperCase();
    const kind = ending === "JPEG" ? "JPG" : ending;
    set({ data: base64(new Uint8Array(await file.arrayBuffer())), kind });
  };
  return (
    <>
      <input
        {...given}
        type="file"
        accept={files.map((ending) => `.${ending}`).join(",")}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <p className="hint">{files.map((ending) => ending.toUpperCase()).join(", ")}</p>
    </>
  );
}

function encoded(text: string): string {
  return base64(new TextEncoder().encode(text));
}
