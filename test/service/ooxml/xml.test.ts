import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Namespaces } from '../../../service/ooxml/namespaces.ts';
import { parseXml } from '../../../service/ooxml/parse-xml.ts';
import { writeXml } from '../../../service/ooxml/write-xml.ts';
import { element, type XmlElement, type XmlNode } from '../../../service/ooxml/xml-tree.ts';

const parse = (xml: string | Uint8Array, namespaces = new Namespaces()): XmlElement =>
  parseXml(typeof xml === 'string' ? Buffer.from(xml) : xml, 'part.xml', namespaces).root;
const codeOf = (xml: string | Uint8Array): unknown => {
  try {
    parse(xml);
    return 'read';
  } catch (fault) {
    return (fault as { code: unknown }).code;
  }
};

/**
 * The characters that XML can hold: no controls, no lone surrogates. Every parser normalises CR unless it is written as
 * `&#13;`.
 */
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  // eslint's own rule on control characters is why this is written out.
  .filter((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(value) && value.isWellFormed());
const name = fc.constantFrom('w:p', 'w:r', 'm:oMath', 'a:t', 'w14:x');
const { tree } = fc.letrec<{ tree: XmlElement; child: XmlNode }>((tie) => ({
  child: tie('tree'),
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.record({ name, attributes: fc.constant(new Map<string, string>()), children: fc.constant([]) }),
    fc
      .tuple(name, text, text)
      .map(([tag, value, inside]) => element(tag, { 'w:val': value }, inside.trim() === '' ? [] : [inside])),
    fc.tuple(name, fc.array(tie('tree'), { maxLength: 4 })).map(([tag, children]) => element(tag, {}, children)),
  ),
}));

describe('XML', () => {
  test('that is written reads back as the same tree', () => {
    const namespaces = new Namespaces();
    fc.assert(
      fc.property(tree, (root) => {
        const bytes = writeXml(root, namespaces);
        expect(parse(bytes, namespaces)).toEqual(root);
        expect(writeXml(parse(bytes, namespaces), namespaces)).toEqual(bytes);
      }),
    );
  });

  test('has one name for a namespace, whatever the file calls it', () => {
    const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
    for (const xml of [
      `<w:p xmlns:w="${w}" w:a="1"/>`,
      `<x:p xmlns:x="${w}" x:a="1"/>`,
      `<w:p xmlns:w="${strict}" w:a="1"/>`,
    ])
      expect(parse(xml)).toEqual(element('w:p', { 'w:a': '1' }));
    expect(parse(`<p xmlns="${w}"/>`)).toEqual(element('w:p'));
  });

  test('keeps unknown namespaces apart, and their prefixes where they can be kept', () => {
    const namespaces = new Namespaces();
    const first = parse('<x:a xmlns:x="urn:one"/>', namespaces);
    const second = parse('<x:a xmlns:x="urn:two"/>', namespaces);
    expect(first.name).toBe('x:a');
    expect(second.name).not.toBe('x:a');
    expect(Buffer.from(writeXml(second, namespaces)).toString()).toContain('"urn:two"');
  });

  test('renames the prefixes in lists of prefixes', () => {
    const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
    const w14 = 'http://schemas.microsoft.com/office/word/2010/wordml';
    const root = parse(`<q:a xmlns:q="${mc}" xmlns:z="${w14}" q:Ignorable="z"/>`);
    expect(root.attributes.get('mc:Ignorable')).toBe('w14');
  });

  test.each([
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;">]><a>&y;&y;&y;</a>'],
    ['an entity that is not declared', '<a>&nbsp;</a>'],
    ['an open element', '<a><b></a>'],
    ['a prefix that is not declared', '<a:b/>'],
    ['two roots', '<a/><b/>'],
    ['nothing', ''],
    ['bytes that are no UTF-8', Uint8Array.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])],
  ])('with %s is invalid', (_, xml) => {
    expect(codeOf(xml)).toBe('document_invalid');
  });

  test('with a stray end tag is refused with its line, its column and what is open there', () => {
    expect(() =>
      parse(
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">\n<w:body></w:p></w:body></w:document>',
      ),
    ).toThrow('part.xml is not well-formed (line 2, column 14: an end tag does not match w:body, which is still open)');
    expect(() => parse('<a>\n <b c=></b></a>')).toThrow(/line 2, column \d+: /u);
  });

  test('nested deeper than 1,000 levels is too complex', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(codeOf(nested(1_000))).toBe('read');
    expect(codeOf(nested(1_001))).toBe('document_too_complex');
  });

  test('may be UTF-16 with a byte order mark', () => {
    expect(parse(Buffer.from('\ufeff<a>é</a>', 'utf16le'))).toEqual(element('a', {}, ['é']));
  });
});
