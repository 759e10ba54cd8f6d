/**
 * Which reader reads which element of a DOCX (ECMA-376 part 1, 17). An element that stands in no table shows nothing: it
 * is a property, a position, or an addition of a later version. `drawings/read-drawing.ts` looks for the pictures, text
 * boxes, charts and objects in a drawing at any depth.
 */
import {
  readCharacters,
  readNoBreakHyphen,
  readPositionedTab,
  readSoftHyphen,
  readSymbol,
  readTab,
} from './stories/characters.ts';
import {
  readBookmark,
  readCommentEnd,
  readCommentStart,
  readContainer,
  readControl,
  readEquation,
  readLink,
  readSimpleField,
  readSubdocument,
  readWritingOrder,
} from './stories/inline-elements.ts';
import {
  readBreak,
  readCommentReference,
  readComputedText,
  readDrawn,
  readInk,
  readNoteReference,
  readReturn,
  readRuby,
} from './stories/run-elements.ts';
import { readRun } from './stories/run.ts';
import type { StoryElements } from './stories/story-reader.ts';

/** The readers of a story by the element that each reads. */
export const ELEMENTS: StoryElements = {
  /** Children of the body, of a cell, a note, a comment, a text box, a header or a footer. */
  blocks: new Map([
    ['w:p', (node, story) => story.paragraph(node)],
    ['w:tbl', (node, story) => story.table(node)],
    ['w:sdt', (node, story) => story.control(node)],
    ['w:customXml', (node, story) => story.container(node)],
    ['w:smartTag', (node, story) => story.container(node)],
    ['w:subDoc', (node, story) => story.subdocument(node)],
    ['w:altChunk', (node, story) => story.embedded(node)],
    ['w:bookmarkStart', (node, story) => story.bookmarkBetween(node)],
    ['w:commentRangeStart', (node, story) => story.commentBetween(node, 'start')],
    ['w:commentRangeEnd', (node, story) => story.commentBetween(node, 'end')],
    ['m:oMathPara', (node, story) => story.equation(node)],
    ['m:oMath', (node, story) => story.equation(node)],
  ]),
  /** Children of a paragraph, and of containers in it. */
  inline: new Map([
    ['w:r', readRun],
    ['w:hyperlink', readLink],
    ['w:fldSimple', readSimpleField],
    ['w:sdt', readControl],
    ['w:smartTag', readContainer],
    ['w:customXml', readContainer],
    ['w:sdtContent', readContainer],
    ['w:dir', readWritingOrder],
    ['w:bdo', readWritingOrder],
    ['m:oMath', readEquation],
    ['m:oMathPara', readEquation],
    ['w:subDoc', readSubdocument],
    ['w:bookmarkStart', readBookmark],
    ['w:commentRangeStart', readCommentStart],
    ['w:commentRangeEnd', readCommentEnd],
  ]),
  /** Children of a run that stand for characters. `run.ts` reads `w:fldChar` and `w:instrText`. */
  characters: new Map([
    ['w:t', readCharacters],
    ['w:delText', readCharacters],
    ['w:tab', readTab],
    ['w:ptab', readPositionedTab],
    ['w:noBreakHyphen', readNoBreakHyphen],
    ['w:softHyphen', readSoftHyphen],
    ['w:sym', readSymbol],
  ]),
  /** The other children of a run. */
  objects: new Map([
    ['w:br', readBreak],
    ['w:cr', readReturn],
    ['w:footnoteReference', readNoteReference],
    ['w:endnoteReference', readNoteReference],
    ['w:drawing', readDrawn],
    ['w:pict', readDrawn],
    ['w:object', readDrawn],
    ['w:ruby', readRuby],
    ['w:commentReference', readCommentReference],
    ['w:contentPart', readInk],
    ['w14:contentPart', readInk],
    ['w:dayShort', readComputedText],
    ['w:dayLong', readComputedText],
    ['w:monthShort', readComputedText],
    ['w:monthLong', readComputedText],
    ['w:yearShort', readComputedText],
    ['w:yearLong', readComputedText],
    ['w:pgNum', readComputedText],
  ]),
};
