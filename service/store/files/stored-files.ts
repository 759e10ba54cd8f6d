/** A file that was just written. */
export interface WrittenFile {
  readonly name: string;
  /** Lets `prune` delete the file if no record refers to it. */
  readonly release: () => void;
  /** Call it instead of `release` when no record will ever refer to the file. */
  readonly drop: () => Promise<void>;
}

/** Files that rows refer to by name: in a directory, or in an object store. */
export interface StoredFiles {
  /** Stores the content. Call `release` once a record refers to it, or never will. */
  write(content: Uint8Array): Promise<WrittenFile>;
  /** The content of a name; null if it has been deleted. Throws if it is damaged. */
  readIfThere(name: string): Promise<Uint8Array | null>;
  /** Deletes every file that `isNeeded` rejects, except those that no record refers to yet. */
  prune(isNeeded: (name: string) => Promise<boolean>): Promise<void>;
}
