/** The ways to show a comparison that a page offers, and the current one. */
export interface FrameViews<View extends string = string> {
  readonly choices: readonly {
    readonly value: View;
    readonly label: string;
    readonly keys?: string;
    /** Why it cannot be chosen now; undefined: it can. */
    readonly refused?: string | undefined;
  }[];
  readonly value: View;
  readonly choose: (view: View) => void;
}
