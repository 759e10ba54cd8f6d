/**
 * Merges the settings and the theme, for which no revisions exist. The result takes what affects the look from the
 * revised document. Other differences are reported.
 */
import type { WordPackage } from '../../ooxml/package.ts';
import { relationshipType } from '../../ooxml/relationships.ts';
import { childrenOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { PartPair } from '../package/part-pair.ts';
import type { ResultPackage } from '../package/result-package.ts';

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml';

/**
 * All settings in schema order (CT_Settings, ECMA-376 part 1, 17.15.1.78), by local name except for the setting of
 * formulas.
 */
const ORDER: readonly string[] = `
  writeProtection view zoom removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries displayBackgroundShape
  printPostScriptOverText printFractionalCharacterWidth printFormsData embedTrueTypeFonts embedSystemFonts saveSubsetFonts saveFormsData
  mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop hideSpellingErrors
  hideGrammaticalErrors activeWritingStyle proofState formsDesign attachedTemplate linkStyles stylePaneFormatFilter stylePaneSortMethod
  documentType mailMerge revisionView trackRevisions doNotTrackMoves doNotTrackFormatting documentProtection autoFormatOverride
  styleLockTheme styleLockQFSet defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps showEnvelope
  summaryLength clickAndTypeStyle defaultTableStyle evenAndOddHeaders bookFoldRevPrinting bookFoldPrinting bookFoldPrintingSheets
  drawingGridHorizontalSpacing drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery
  doNotUseMarginsForDrawingGridOrigin drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData noPunctuationKerning
  characterSpacingControl printTwoOnOne strictFirstAndLastChars noLineBreaksAfter noLineBreaksBefore savePreviewPicture
  doNotValidateAgainstSchema saveInvalidXml ignoreMixedContent alwaysShowPlaceholderText doNotDemarcateInvalidXml saveXmlDataOnly
  useXSLTWhenSaving saveThroughXslt showXMLTags alwaysMergeEmptyNamespace updateFields hdrShapeDefaults footnotePr endnotePr compat docVars
  rsids m:mathPr uiCompat97To2003 attachedSchema themeFontLang clrSchemeMapping doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions
  readModeInkLockDown smartTagType sl:schemaLibrary shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator`
  .trim()
  .split(/\s+/)
  .map((name) => (name.includes(':') ? name : `w:${name}`));

/** Settings that affect the look of pages and the content of fields. They come from the revised document. */
const TAKEN: ReadonlySet<string> = new Set(
  ORDER.filter((name) =>
    /:(?:displayBackgroundShape|mirrorMargins|alignBordersAndEdges|bordersDoNotSurround\w+|gutterAtTop|defaultTabStop|autoHyphenation|consecutiveHyphenLimit|hyphenationZone|doNotHyphenateCaps|evenAndOddHeaders|bookFold\w+|noPunctuationKerning|characterSpacingControl|strictFirstAndLastChars|noLineBreaks\w+|footnotePr|endnotePr|compat|docVars|mathPr|themeFontLang|clrSchemeMapping|decimalSymbol|listSeparator)$/.test(
      name,
    ),
  ),
);

/** Ids, and a program's notes on its work. They are not part of the document. */
const NOISE =
  /^(?:w:(?:rsids|zoom|view|proofState|activeWritingStyle|hideSpellingErrors|hideGrammaticalErrors|stylePane\w+|saveSubsetFonts|trackRevisions|revisionView|shapeDefaults|hdrShapeDefaults|attachedTemplate)|sl:.*|w14:.*|w15:.*|w16\w*:.*)$/;

/** What the merge found. */
export interface SettingsReport {
  /** Names of settings taken from the revised document. */
  readonly taken: readonly string[];
  /** Names of settings that differ and stay the original's. */
  readonly left: readonly string[];
  /** Whether the themes differ, and whether the result has the revised one (`taken`) or the original one (`left`). */
  readonly theme: 'same' | 'taken' | 'left';
}

/** Merges the settings. A document without settings has all defaults. */
export function adoptSettings(
  original: WordPackage,
  revised: WordPackage,
  result: ResultPackage,
  canonical: Canonical,
): SettingsReport {
  const theme = adoptTheme(original, revised, result, canonical);
  const pair = new PartPair(original, revised, 'settings');
  if (pair.isSame) return { taken: [], left: [], theme };
  const { originalName: name, original: own, revised: other } = pair;
  const [before, after] = [settingsOf(own), settingsOf(other)];
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !NOISE.test(key) && canonical.of(comparable(before.get(key))) !== canonical.of(comparable(after.get(key))),
  );
  const taken = differing.filter((key) => TAKEN.has(key));
  if (taken.length > 0) {
    let root = own ?? element('w:settings');
    for (const key of taken) root = withSetting(root, key, withOwnNotes(after.get(key), before.get(key)));
    if (name === undefined) {
      const added = result.freeName('word/settings.xml');
      result.addPart({ name: added, bytes: new Uint8Array() }, CONTENT_TYPE);
      result.relate(original.mainPart, relationshipType('settings'), added, false);
      result.setTree(added, root);
    } else result.setTree(name, root);
  }
  const left = differing.filter((key) => !TAKEN.has(key));
  const plain = (names: readonly string[]): string[] => names.map((each) => each.replace(/^\w+:/, '')).sort();
  return { taken: plain(taken), left: plain(left), theme };
}

function settingsOf(root: XmlElement | undefined): Map<string, XmlElement> {
  return new Map(childrenOf(root).map((child) => [child.name, child]));
}

/** Whether a setting refers to the separators of notes, which stay the original's. */
function isSeparatorId(node: XmlNode): boolean {
  return isElement(node) && (node.name === 'w:footnote' || node.name === 'w:endnote');
}

/** The part of a setting that is compared; undefined for a note setting with separators only. */
function comparable(setting: XmlElement | undefined): XmlElement | undefined {
  if (setting?.name !== 'w:footnotePr' && setting?.name !== 'w:endnotePr') return setting;
  const children = setting.children.filter((child) => !isSeparatorId(child));
  return children.length === 0 ? undefined : { ...setting, children };
}

/** The revised document's setting. A setting for notes keeps the original's separators. */
function withOwnNotes(setting: XmlElement | undefined, own: XmlElement | undefined): XmlElement | undefined {
  const separators = own?.children.filter(isSeparatorId) ?? [];
  if (setting === undefined) return separators.length === 0 ? undefined : { ...own!, children: separators };
  if (setting.name !== 'w:footnotePr' && setting.name !== 'w:endnotePr') return setting;
  return { ...setting, children: [...setting.children.filter((child) => !isSeparatorId(child)), ...separators] };
}

function withSetting(root: XmlElement, name: string, setting: XmlElement | undefined): XmlElement {
  const children = root.children.filter((child) => !isElement(child, name));
  if (setting === undefined) return { ...root, children };
  const rank = ORDER.indexOf(name);
  // Elements outside the schema belong to later versions and go to the end.
  const at = children.findIndex((child) => {
    if (!isElement(child)) return false;
    const own = ORDER.indexOf(child.name);
    return own < 0 || own > rank;
  });
  return { ...root, children: children.toSpliced(at < 0 ? children.length : at, 0, setting) };
}

/**
 * Takes over the theme as a whole. The original's theme stays if the revised document has none, or one with pictures.
 */
function adoptTheme(
  original: WordPackage,
  revised: WordPackage,
  result: ResultPackage,
  canonical: Canonical,
): SettingsReport['theme'] {
  const pair = new PartPair(original, revised, 'theme');
  if (pair.isSame || canonical.of(pair.original) === canonical.of(pair.revised)) return 'same';
  const { originalName: name, revisedName: otherName, revised: other } = pair;
  if (otherName === undefined || other === undefined || revised.package.relationshipsOf(otherName).size > 0)
    return 'left';
  if (name === undefined) {
    const copy = result.copyPart(otherName, revised.package);
    result.relate(original.mainPart, relationshipType('theme'), copy, false);
  } else result.setTree(name, other);
  return 'taken';
}
