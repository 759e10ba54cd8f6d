/** What rare changes put into a document: fields, shapes, ruby, formulas, controls, merged tables, and words of many scripts. */
import { element, type XmlElement, type XmlNode } from '../../../service/ooxml/xml-tree.ts';
import { SPACE } from './fresh-content.ts';
import { copyOf, oneOf, type Chance } from './mutation.ts';

const WORDS = 'schedule fee lessor 7.1 (a) naïve 𝒳 e\u0301 ﬁ عقد สัญญา 契約 “quoted” a\u00a0b soft\u00adware -'.split(
  ' ',
);

let nextId = 500_000;

/** An id that nothing else has: each is one higher than the one before, in the whole run. */
export const freshId = (): string => {
  nextId += 1;
  return String(nextId);
};

const text = (chance: Chance): XmlElement => ({
  name: 'w:t',
  attributes: SPACE,
  children: [Array.from({ length: 1 + chance.below(4) }, () => oneOf(WORDS, chance)).join(' ') + ' '],
});
const run = (...children: readonly XmlNode[]): XmlElement => element('w:r', {}, children);

/** A run of a few words. */
export const words = (chance: Chance): XmlElement => run(text(chance));

/** A paragraph of this content. */
export const paragraph = (...children: readonly XmlNode[]): XmlElement => element('w:p', {}, children);

/** The run with the instruction of a field. */
export const instruction = (value: string): XmlElement =>
  run({ name: 'w:instrText', attributes: SPACE, children: [` ${value} `] });

/** The run with the begin, the middle or the end of a field. */
export const fieldMark = (type: string): XmlElement => run(element('w:fldChar', { 'w:fldCharType': type }));

/** A content control around something, at any level. */
export const control = (chance: Chance, content: readonly XmlNode[]): XmlElement =>
  element('w:sdt', {}, [
    element('w:sdtPr', {}, [
      element('w:alias', { 'w:val': `alias ${chance.below(3)}` }),
      element('w:id', { 'w:val': freshId() }),
      ...(chance.below(3) === 0 ? [element('w:lock', { 'w:val': 'sdtLocked' })] : []),
      oneOf([element('w:text'), element('w:richText'), element('w:group')], chance),
    ]),
    element('w:sdtContent', {}, content),
  ]);

/** Custom markup around something, at any level. */
export const custom = (chance: Chance, content: readonly XmlNode[]): XmlElement =>
  element('w:customXml', { 'w:uri': 'urn:example', 'w:element': `part${chance.below(2)}` }, content);

/** A smart tag around runs. */
export const smartTag = (chance: Chance, content: readonly XmlNode[]): XmlElement =>
  element('w:smartTag', { 'w:uri': 'urn:example', 'w:element': oneOf(['place', 'date'], chance) }, content);

const ruby = (chance: Chance): XmlElement =>
  run(
    element('w:ruby', {}, [
      element('w:rubyPr', {}, [
        element('w:rubyAlign', { 'w:val': 'center' }),
        element('w:hps', { 'w:val': '10' }),
        element('w:hpsRaise', { 'w:val': '18' }),
        element('w:hpsBaseText', { 'w:val': '21' }),
        element('w:lid', { 'w:val': 'ja-JP' }),
      ]),
      element('w:rt', {}, [words(chance)]),
      element('w:rubyBase', {}, [words(chance)]),
    ]),
  );

/** A text box as older programs write it. */
const oldBox = (chance: Chance): XmlElement =>
  run(
    element('w:pict', {}, [
      element('v:shape', { id: `box${freshId()}`, style: 'width:100pt;height:50pt' }, [
        element('v:textbox', {}, [
          element('w:txbxContent', {}, [paragraph(words(chance)), paragraph(words(chance), words(chance))]),
        ]),
      ]),
    ]),
  );

/** A text box as Word writes it, with its older form beside it. */
const newBox = (chance: Chance): XmlElement => {
  const content = [paragraph(words(chance)), paragraph(words(chance))];
  const id = freshId();
  const shape = element('wps:wsp', {}, [
    element('wps:cNvSpPr', { txBox: '1' }),
    element('wps:spPr', {}, [element('a:prstGeom', { prst: 'rect' }, [element('a:avLst')])]),
    element('wps:txbx', {}, [element('w:txbxContent', {}, content)]),
    element('wps:bodyPr'),
  ]);
  const inline = element('wp:inline', {}, [
    element('wp:extent', { cx: '914400', cy: '914400' }),
    element('wp:docPr', { id, name: `Box ${id}` }),
    element('a:graphic', {}, [
      element('a:graphicData', { uri: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape' }, [shape]),
    ]),
  ]);
  return run(
    element('mc:AlternateContent', {}, [
      element('mc:Choice', { Requires: 'wps' }, [element('w:drawing', {}, [inline])]),
      element('mc:Fallback', {}, [
        element('w:pict', {}, [
          element('v:rect', { id: `fallback${id}` }, [
            element('v:textbox', {}, [element('w:txbxContent', {}, content.map(copyOf))]),
          ]),
        ]),
      ]),
    ]),
  );
};

const formula = (chance: Chance): XmlElement =>
  element('m:oMath', {}, [
    element('m:r', {}, [element('m:t', {}, [oneOf(['x', 'y', 'α'], chance)])]),
    element('m:f', {}, [
      element('m:num', {}, [element('m:r', {}, [element('m:t', {}, [String(chance.below(9))])])]),
      element('m:den', {}, [element('m:r', {}, [element('m:t', {}, ['2'])])]),
    ]),
  ]);

/** A table in a cell, with cells that are merged across and down. */
export const mergedTable = (chance: Chance): XmlElement => {
  const cell = (span: number, merge: 'restart' | 'continue' | null): XmlElement =>
    element('w:tc', {}, [
      element('w:tcPr', {}, [
        element('w:tcW', { 'w:w': String(span * 700), 'w:type': 'dxa' }),
        ...(span > 1 ? [element('w:gridSpan', { 'w:val': String(span) })] : []),
        ...(merge === null ? [] : [element('w:vMerge', merge === 'restart' ? { 'w:val': 'restart' } : {})]),
      ]),
      merge === 'continue' ? paragraph() : paragraph(words(chance)),
    ]);
  const rows = Array.from({ length: 2 + chance.below(3) }, (_, row) => {
    const merge = row === 0 ? 'restart' : row === 1 ? 'continue' : null;
    return element(
      'w:tr',
      {},
      chance.below(2) === 0 ? [cell(1, merge), cell(1, null), cell(1, null)] : [cell(1, merge), cell(2, null)],
    );
  });
  return element('w:tbl', {}, [
    element('w:tblPr', {}, [element('w:tblW', { 'w:w': '0', 'w:type': 'auto' })]),
    element(
      'w:tblGrid',
      {},
      Array.from({ length: 3 }, () => element('w:gridCol', { 'w:w': '700' })),
    ),
    ...rows,
  ]);
};

/** Field codes that are an element of a paragraph. */
const simpleField = (chance: Chance): XmlElement =>
  element('w:fldSimple', { 'w:instr': oneOf([' PAGE ', ' DATE \\@ "d" ', ' REF there \\h '], chance) }, [
    words(chance),
  ]);

const nestedField = (chance: Chance): XmlElement[] => [
  fieldMark('begin'),
  instruction('IF'),
  fieldMark('begin'),
  instruction(`MERGEFIELD f${chance.below(2)}`),
  fieldMark('separate'),
  words(chance),
  fieldMark('end'),
  instruction('= 1 "yes" "no"'),
  fieldMark('separate'),
  words(chance),
  fieldMark('end'),
];

/** What may stand among the runs of a paragraph, each as likely as it stands here. */
export const THINGS: readonly ((chance: Chance) => readonly XmlElement[])[] = [
  (chance) => [ruby(chance)],
  (chance) => [oldBox(chance)],
  (chance) => [newBox(chance)],
  (chance) => [formula(chance)],
  (chance) => [element('m:oMathPara', {}, [formula(chance)])],
  (chance) => [simpleField(chance)],
  nestedField,
  (chance) => [smartTag(chance, [words(chance), smartTag(chance, [words(chance)])])],
  (chance) => [custom(chance, [words(chance), words(chance)])],
  (chance) => [control(chance, [words(chance)])],
  (chance) => [control(chance, [element('w:hyperlink', { 'w:anchor': 'there' }, [words(chance)]), words(chance)])],
  (chance) => [element('w:bdo', { 'w:val': 'rtl' }, [words(chance)])],
  (chance) => [element('w:dir', { 'w:val': 'rtl' }, [words(chance), words(chance)])],
  () => [run(element('w:sym', { 'w:font': 'Wingdings', 'w:char': 'F0FC' }))],
  () => [run(element('w:noBreakHyphen'), element('w:softHyphen'), element('w:cr'))],
  () => [run(element('w:ptab', { 'w:relativeTo': 'margin', 'w:alignment': 'right', 'w:leader': 'none' }))],
  () => [run(element('w:br', { 'w:type': 'page' }))],
  () => [run(element('w:br', { 'w:type': 'column' }), element('w:pgNum'))],
  (chance) => [run(text(chance), element('w:tab'), text(chance), element('w:br'), text(chance))],
];

/** Properties of a paragraph that change what kind of paragraph it is. */
export const PARAGRAPH_KINDS = [
  element('w:framePr', { 'w:w': '2000', 'w:hSpace': '100', 'w:wrap': 'around', 'w:vAnchor': 'text', 'w:y': '1' }),
  element('w:pageBreakBefore'),
  element('w:bidi'),
  element('w:pBdr', {}, [element('w:top', { 'w:val': 'single', 'w:sz': '4', 'w:space': '1', 'w:color': 'auto' })]),
  element('w:tabs', {}, [element('w:tab', { 'w:val': 'left', 'w:pos': '720' })]),
];

/** A revision that someone else left. */
export const stamped = (name: string, children: readonly XmlNode[] = []): XmlElement =>
  element(name, { 'w:id': freshId(), 'w:author': 'earlier', 'w:date': '2020-01-01T00:00:00Z' }, children);
