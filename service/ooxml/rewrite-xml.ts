/** Writes an XML document again without the elements and attributes that rules leave out. All text stays as it is. */
import { SaxesParser } from 'saxes';
import { escapeAttribute, escapeText } from './write-xml.ts';

/** What a copy leaves out. Names are those of the file without their prefixes. */
export interface XmlRules {
  /** Whether an element is left out, with all that it contains. */
  readonly dropsElement: (name: string, attributes: Readonly<Record<string, string>>) => boolean;
  /** Whether only the tags of an element are left out. */
  readonly unwraps: (name: string) => boolean;
  /** Whether an attribute is left out. */
  readonly dropsAttribute: (element: string, attribute: string, value: string) => boolean;
  /** The text between two tags of an element, as it is written. */
  readonly text: (element: string, text: string) => string;
}

/** Maximum depth of elements. Documents of word processors stay below a hundred. */
const DEPTH_MAX = 1_000;

interface OpenElement {
  readonly name: string;
  readonly local: string;
  readonly isWritten: boolean;
}

/**
 * The rewritten document. Comments, processing instructions and a DOCTYPE without declarations are left out.
 *
 * @throws Error if it is not well-formed, declares entities, or is more than 1,000 levels deep
 */
export function rewriteXml(xml: string, rules: XmlRules): string {
  const written = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const open: OpenElement[] = [];
  /** Depth of the element that is left out with its content; 0 outside one. */
  let droppedAt = 0;
  let text = '';
  const writeText = (): void => {
    const element = open.at(-1);
    if (text !== '' && element !== undefined && droppedAt === 0) {
      written.push(escapeText(rules.text(element.local, text)));
    }
    text = '';
  };
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) throw new Error('its DOCTYPE declares something');
  });
  parser.on('text', (part) => (text += part));
  parser.on('cdata', (part) => (text += part));
  parser.on('opentag', ({ name, attributes }) => {
    writeText();
    if (open.length >= DEPTH_MAX) throw new Error(`it has more than ${DEPTH_MAX} levels`);
    const local = localName(name);
    const isWritten = droppedAt === 0 && !rules.unwraps(local);
    open.push({ name, local, isWritten });
    if (droppedAt > 0) return;
    if (rules.dropsElement(local, attributes)) {
      droppedAt = open.length;
      return;
    }
    if (!isWritten) return;
    written.push('<', name);
    for (const [attribute, value] of Object.entries(attributes)) {
      const isNamespace = attribute === 'xmlns' || attribute.startsWith('xmlns:');
      if (!isNamespace && rules.dropsAttribute(local, localName(attribute), value)) continue;
      written.push(' ', attribute, '="', escapeAttribute(value), '"');
    }
    written.push('>');
  });
  parser.on('closetag', () => {
    writeText();
    const depth = open.length;
    const { name, isWritten } = open.pop()!;
    if (droppedAt === 0 && isWritten) written.push('</', name, '>');
    if (droppedAt === depth) droppedAt = 0;
  });
  parser.write(xml).close();
  return written.join('');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
