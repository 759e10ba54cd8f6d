/** How the parts of an equation look, beside its text. */
import { lookOfDeclarations } from '../../look-record.ts';
import { ownLook } from '../css/declared-look.ts';
import { isText, nextInside, type ParentNode } from '../tree/html-tree.ts';
import type { StyleSheets } from '../css/style-sheets.ts';

/** Attributes of MathML that change a look (MathML Core, 2.1 and 3). */
const SEEN: ReadonlySet<string> = new Set(
  'depth displaystyle height hidden largeop lspace mathbackground mathcolor mathsize mathvariant rspace scriptlevel voffset width'.split(
    ' ',
  ),
);
/** Elements whose text is shown. */
const TOKENS: ReadonlySet<string> = new Set('mi mn mo mtext ms'.split(' '));

/** What the parts of an equation declare, each with the number of the next text. Empty: nothing. */
export function mathLook(math: ParentNode, sheets: StyleSheets | undefined): string {
  const parts: string[] = [];
  let tokens = 0;
  for (let node = math.first; node !== null; node = nextInside(math, node, true)) {
    if (isText(node)) continue;
    if (TOKENS.has(node.name)) tokens += 1;
    if (node.attributes.length === 0) continue;
    const seen = node.attributes.filter(({ name }) => SEEN.has(name));
    const declared = [
      ...seen.map(({ name, value }) => `${name} ${value.trim().toLowerCase()}`).sort(),
      lookOfDeclarations(ownLook(node)).replaceAll('; ', ', '),
      ...(sheets?.names.of(node) ?? []),
    ].filter((part) => part !== '');
    if (declared.length > 0) parts.push(`${node.name} ${tokens} ${declared.join(' ')}`);
  }
  return parts.join(' | ').replaceAll(/[;\s]+/gu, ' ');
}
