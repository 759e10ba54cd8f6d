/** Settings and the theme, which no revision can show: what the revised document needs comes from it, and what differs is told. */
import type { WordPackage } from '../ooxml/package.ts';
import { relationshipType } from '../ooxml/relationships.ts';
import { childrenOf, isElement, type XmlElement } from '../ooxml/xml-tree.ts';
import type { Canonical } from './canonical.ts';
import { PartPair } from './part-pair.ts';
import type { ResultPackage } from './result-package.ts';

/** Settings that decide how pages look, in the order of the schema (CT_Settings). They come from the revised document. */
const LAYOUT = [
  'w:mirrorMargins',
  'w:gutterAtTop',
  'w:defaultTabStop',
  'w:autoHyphenation',
  'w:consecutiveHyphenLimit',
  'w:hyphenationZone',
  'w:doNotHyphenateCaps',
  'w:evenAndOddHeaders',
] as const;

/** What stands before them or between them. Everything else of the schema stands after them. */
const BEFORE: Readonly<Record<(typeof LAYOUT)[number], readonly string[]>> = {
  'w:mirrorMargins': [
    'w:writeProtection',
    'w:view',
    'w:zoom',
    'w:removePersonalInformation',
    'w:removeDateAndTime',
    'w:doNotDisplayPageBoundaries',
    'w:displayBackgroundShape',
    'w:printPostScriptOverText',
    'w:printFractionalCharacterWidth',
    'w:printFormsData',
    'w:embedTrueTypeFonts',
    'w:embedSystemFonts',
    'w:saveSubsetFonts',
    'w:saveFormsData',
  ],
  'w:gutterAtTop': ['w:alignBordersAndEdges', 'w:bordersDoNotSurroundHeader', 'w:bordersDoNotSurroundFooter'],
  'w:defaultTabStop': [
    'w:hideSpellingErrors',
    'w:hideGrammaticalErrors',
    'w:activeWritingStyle',
    'w:proofState',
    'w:formsDesign',
    'w:attachedTemplate',
    'w:linkStyles',
    'w:stylePaneFormatFilter',
    'w:stylePaneSortMethod',
    'w:documentType',
    'w:mailMerge',
    'w:revisionView',
    'w:trackRevisions',
    'w:doNotTrackMoves',
    'w:doNotTrackFormatting',
    'w:documentProtection',
    'w:autoFormatOverride',
    'w:styleLockTheme',
    'w:styleLockQFSet',
  ],
  'w:autoHyphenation': [],
  'w:consecutiveHyphenLimit': [],
  'w:hyphenationZone': [],
  'w:doNotHyphenateCaps': [],
  'w:evenAndOddHeaders': ['w:showEnvelope', 'w:summaryLength', 'w:clickAndTypeStyle', 'w:defaultTableStyle'],
};

/** Names in the order of the schema, up to the last of the settings that are taken over. */
const ORDER: readonly string[] = LAYOUT.flatMap((name) => [...BEFORE[name], name]);

/** What a program notes of its work on a file, and ids. It says nothing of the document. */
const NOISE =
  /^(?:w:(?:rsids|zoom|view|proofState|activeWritingStyle|hideSpellingErrors|hideGrammaticalErrors|stylePane\w+|saveSubsetFonts|trackRevisions|revisionView|footnotePr|endnotePr|themeFontLang|clrSchemeMapping|shapeDefaults|hdrShapeDefaults|attachedTemplate|docVars|compat|characterSpacingControl|decimalSymbol|listSeparator|noLineBreaks\w+)|sl:.*|m:mathPr|w14:.*|w15:.*|w16\w*:.*)$/;

/** What was found. */
export interface SettingsReport {
  /** Names of settings that are now the revised's. */
  readonly taken: readonly string[];
  /** Names of settings that differ and stay the original's. */
  readonly left: readonly string[];
  /** The theme differs, and is now the revised's. */
  readonly theme: boolean;
}

/** Takes over what the revised needs. */
export function adoptSettings(
  original: WordPackage,
  revised: WordPackage,
  result: ResultPackage,
  canonical: Canonical,
): SettingsReport {
  const theme = adoptTheme(original, revised, result, canonical);
  const pair = new PartPair(original, revised, 'settings');
  const nothing: SettingsReport = { taken: [], left: [], theme };
  if (pair.isSame) return nothing;
  const { originalName: name, original: own, revised: other } = pair;
  if (name === undefined || own === undefined || other === undefined) return nothing;
  const byName = (root: XmlElement): Map<string, XmlElement> =>
    new Map(childrenOf(root).map((child) => [child.name, child]));
  const [before, after] = [byName(own), byName(other)];
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !NOISE.test(key) && canonical.of(before.get(key)) !== canonical.of(after.get(key)),
  );
  const taken = LAYOUT.filter((key) => differing.includes(key));
  if (taken.length > 0) {
    let root = own;
    for (const key of taken) root = withSetting(root, key, after.get(key));
    result.setTree(name, root);
  }
  const left = differing.filter((key) => !(taken as readonly string[]).includes(key));
  const plain = (names: readonly string[]): string[] => names.map((each) => each.replace(/^\w+:/, '')).sort();
  return { taken: plain(taken), left: plain(left), theme };
}

function withSetting(root: XmlElement, name: string, setting: XmlElement | undefined): XmlElement {
  const children = root.children.filter((child) => !isElement(child, name));
  if (setting === undefined) return { ...root, children };
  const rank = ORDER.indexOf(name);
  const at = children.findIndex((child) => {
    if (!isElement(child)) return false;
    const own = ORDER.indexOf(child.name);
    return own < 0 || own > rank;
  });
  return { ...root, children: children.toSpliced(at < 0 ? children.length : at, 0, setting) };
}

/** A theme is taken over as a whole; one with pictures in it stays. */
function adoptTheme(original: WordPackage, revised: WordPackage, result: ResultPackage, canonical: Canonical): boolean {
  const pair = new PartPair(original, revised, 'theme');
  if (pair.isSame) return false;
  const { originalName: name, revisedName: otherName, revised: other } = pair;
  if (otherName === undefined || other === undefined || revised.package.relationshipsOf(otherName).size > 0)
    return false;
  if (name === undefined) {
    const copy = result.copyPart(otherName, revised.package);
    result.relate(original.mainPart, relationshipType('theme'), copy, false);
    return true;
  }
  if (canonical.of(pair.original) === canonical.of(other)) return false;
  result.setTree(name, other);
  return true;
}
