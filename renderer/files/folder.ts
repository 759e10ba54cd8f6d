/** A folder among given files. Browsers give it as a file whose content cannot be read. */
export class Folder extends File {
  constructor(name: string) {
    super([], name);
  }
}
