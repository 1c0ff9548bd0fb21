// What stands in the place of a page that could not be shown.
import { Component, type ReactNode } from "react";
import { Notice } from "./panel.tsx";

interface BoundaryProps {
  /** Where the page is; another place is tried anew. */
  readonly at: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasFailed: boolean;
}

/** Keeps the rest of the console when a page fails, such as one whose script did not arrive. */
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
