// Shown in place of a page that failed.
import { Component, type ReactNode } from "react";
import { Notice } from "./panel.tsx";

interface BoundaryProps {
  /** The address of the page; a change of it retries. */
  readonly at: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasFailed: boolean;
}

/** Keeps the rest of the console when a page fails, for example because its script did not
 * arrive. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override componentDidUpdate({ at }: BoundaryProps): void {
    if (this.state.hasFailed && at !== this.props.at) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const sentence = navigator.onLine
      ? "This page could not be shown."
      : "The service cannot be reached.";
    return (
      <Notice kind="bad">
        <p>{sentence}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Try again
        </button>
      </Notice>
    );
  }
}
