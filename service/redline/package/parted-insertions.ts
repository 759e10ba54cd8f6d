/**
 * Gives insertions that meet at the end of a paragraph two times. LibreOffice reads insertions of one author and one
 * minute that touch as one, together with the mark between them, and its rejection joins the paragraphs. Word reads each
 * mark by itself.
 */
import { childOf, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** Times that differ by one minute still count as one in LibreOffice 7.4. */
const APART_MS = 120_000;

/** Containers whose text touches no other text. */
const STORIES = /^w:(?:body|hdr|ftr|footnote|endnote|comment|txbxContent|tc)$/;
/** Elements that a text passes through. */
const PASSED = /^w:(?:sdt|sdtContent|hyperlink|fldSimple|smartTag|customXml|ruby|rt|rubyBase|dir|bdo)$/;
/** Elements without text. */
const EMPTY = /^w:(?:\w+Range(?:Start|End)|bookmark(?:Start|End)|proofErr|\w+Pr)$/;

/** The same tree, with a later time for each second of the insertions that meet. */
export function withPartedInsertions(node: XmlElement): XmlElement {
  if (STORIES.test(node.name)) return new PartedStory().content(node);
  return mapped(node, withPartedInsertions);
}

/** One story, read in its order. */
class PartedStory {
  /** What the last text is. Boundary: an insertion, and behind it a mark that both sides have. */
  #last: 'insertion' | 'boundary' | 'other' = 'other';
  /** Whether the last insertion has the later time. */
  #isLater = false;

  /** A container of this story. */
  content(node: XmlElement): XmlElement {
    return mapped(node, (child) => this.#element(child));
  }

  #element(node: XmlElement): XmlElement {
    if (node.name === 'w:p') return this.#paragraph(node);
    if (PASSED.test(node.name)) return this.content(node);
    if (EMPTY.test(node.name)) return node;
    const own = mapped(node, withPartedInsertions);
    if (node.name === 'w:ins') return this.#insertion(own);
    this.#last = 'other';
    return own;
  }

  #paragraph(node: XmlElement): XmlElement {
    const own = this.content(node);
    if (childOf(childOf(childOf(own, 'w:pPr'), 'w:rPr'), 'w:ins') === undefined) {
      this.#last = this.#last === 'insertion' ? 'boundary' : 'other';
      return own;
    }
    // The mark is the last thing of a paragraph, and the first one of its element.
    const inMark = (child: XmlElement): XmlElement => (child.name === 'w:ins' ? this.#insertion(child) : child);
    const inMarks = (child: XmlElement): XmlElement => (child.name === 'w:rPr' ? mapped(child, inMark) : child);
    return mapped(own, (child) => (child.name === 'w:pPr' ? mapped(child, inMarks) : child));
  }

  #insertion(node: XmlElement): XmlElement {
    if (this.#last === 'boundary') this.#isLater = !this.#isLater;
    else if (this.#last === 'other') this.#isLater = false;
    this.#last = 'insertion';
    return this.#isLater ? later(node) : node;
  }
}

function later(node: XmlElement): XmlElement {
  const at = Date.parse(node.attributes.get('w:date') ?? '');
  if (Number.isNaN(at)) return node;
  const date = new Date(at + APART_MS).toISOString().replace('.000Z', 'Z');
  return { ...node, attributes: new Map([...node.attributes, ['w:date', date]]) };
}

/** The same element where no child changes. */
function mapped(node: XmlElement, change: (child: XmlElement) => XmlElement): XmlElement {
  let children: XmlNode[] | undefined;
  node.children.forEach((child, index) => {
    if (!isElement(child)) return;
    const next = change(child);
    if (next === child) return;
    children ??= node.children.slice();
    children[index] = next;
  });
  return children === undefined ? node : withChildren(node, children);
}
