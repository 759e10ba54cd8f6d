/** What a system has to confine the programs that read documents. */

/** The means, the strongest first: bubblewrap, namespaces by `unshare`, and the sandbox of macOS. */
export type ConfinementName = 'bubblewrap' | 'namespaces' | 'sandbox-exec';

/** What a confined program may reach. It has no network, and sees no process but its own. */
export interface ProgramView {
  /** The executable file itself, never a script that starts it. */
  readonly file: string;
  /** Existing files and folders that it may read: its own, libraries, fonts and their settings. */
  readonly readable: readonly string[];
  /** Symbolic links at the root of the system, such as `/lib`, by their targets. */
  readonly links: readonly (readonly [link: string, target: string])[];
  /** The one folder that it may write to, too. It may start nothing that lies there. */
  readonly work: string;
}

/** A program with its arguments. */
export interface Started {
  readonly file: string;
  readonly arguments: readonly string[];
}

/** A way to confine a program. */
export interface Confinement {
  readonly name: ConfinementName;
  /** The program that starts `view.file` with these arguments, confined to the view. */
  readonly around: (view: ProgramView, given: readonly string[]) => Started;
}
