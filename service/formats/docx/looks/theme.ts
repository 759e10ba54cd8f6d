import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { ThemeColours } from './theme-colours.ts';
import { ThemeFonts } from './theme-fonts.ts';

/** The fonts and colours of a document that styles name and its theme states. */
export class Theme {
  readonly fonts: ThemeFonts;
  readonly colours: ThemeColours;

  /** `part`: the theme part, if there is one. */
  constructor(part: XmlElement | undefined) {
    this.fonts = new ThemeFonts(part);
    this.colours = new ThemeColours(part);
  }
}
