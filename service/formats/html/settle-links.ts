/**
 * Compares links inside two pages by what they point to. A page generator may number its ids anew: then the links of
 * both sides get the target's text as their address. An id that both sides have keeps its address where its target is
 * the same.
 */
import type { Block, Run } from '../../../shared/document/model.ts';
import { joinRuns } from '../../../shared/document/runs.ts';
import type { LinkTarget, LinkTargets } from './link-targets.ts';

const NONE: LinkTargets = { byHref: new Map(), texts: new Map() };

/** The parts of a reading that have to do with links. */
interface Linked {
  readonly document: { readonly blocks: readonly Block[] };
  readonly linkTargets?: LinkTargets;
}

/** Both readings with settled addresses. The same objects where nothing has to change. Their order decides nothing. */
export function settleLinks<Side extends Linked>(original: Side, revised: Side): [Side, Side] {
  const [a, b] = [original.linkTargets ?? NONE, revised.linkTargets ?? NONE];
  if (a.byHref.size + b.byHref.size === 0) return [original, revised];
  if (orderOf(a) <= orderOf(b)) return settled(original, a, revised, b);
  const [second, first] = settled(revised, b, original, a);
  return [first, second];
}

function orderOf({ byHref }: LinkTargets): string {
  return JSON.stringify([...byHref].map(([href, { text, nth }]) => [href, text, nth]));
}

/** Names the targets of the first side by the words of the second one, wherever both have them. */
function settled<Side extends Linked>(first: Side, a: LinkTargets, second: Side, b: LinkTargets): [Side, Side] {
  const names = { a: new Map<string, string>(), b: new Map<string, string>() };
  for (const [href, target] of b.byHref) names.b.set(href, nameOf(target));
  for (const [href, target] of a.byHref) {
    const other = b.byHref.get(href);
    names.a.set(href, nameOf(other !== undefined && isSameTarget(target, other, a, b) ? other : target));
  }
  const [users, others] = [hrefsByName(names.a), hrefsByName(names.b)];
  const keeps = (name: string): boolean => {
    const [own, other] = [users.get(name), others.get(name)];
    return own?.length === 1 && other?.length === 1 && own[0] === other[0];
  };
  return [withAddresses(first, names.a, keeps), withAddresses(second, names.b, keeps)];
}

/**
 * Whether one id has one target on both sides: its text is the same, or it was edited. An edited text is on neither
 * other side.
 */
function isSameTarget(own: LinkTarget, other: LinkTarget, a: LinkTargets, b: LinkTargets): boolean {
  return own.text === other.text || (!b.texts.has(own.text) && !a.texts.has(other.text));
}

/** The address of a target. The space after the sign is in no id, so that no address of a page is the same. */
function nameOf({ text, nth }: LinkTarget): string {
  return nth === 1 ? `# ${text}` : `# ${text} (${nth})`;
}

function hrefsByName(names: ReadonlyMap<string, string>): Map<string, string[]> {
  const hrefs = new Map<string, string[]>();
  for (const [href, name] of names) {
    const same = hrefs.get(name);
    if (same === undefined) hrefs.set(name, [href]);
    else same.push(href);
  }
  return hrefs;
}

function withAddresses<Side extends Linked>(
  side: Side,
  names: ReadonlyMap<string, string>,
  keeps: (name: string) => boolean,
): Side {
  const changed = new Map([...names].filter(([href, name]) => href !== name && !keeps(name)));
  if (changed.size === 0) return side;
  const blocks = side.document.blocks.map((block) => renamed(block, changed));
  return { ...side, document: { ...side.document, blocks } };
}

function renamed(block: Block, names: ReadonlyMap<string, string>): Block {
  switch (block.kind) {
    case 'rule':
      return block;
    case 'image': {
      const href = block.href === undefined ? undefined : names.get(block.href);
      return href === undefined ? block : { ...block, href };
    }
    case 'text': {
      if (!block.runs.some(({ href }) => href !== null && names.has(href))) return block;
      return { ...block, runs: renamedRuns(block.runs, names) };
    }
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map((each) => renamed(each, names)) })),
        })),
      };
  }
}

/** Two ids of one target may be side by side: then both links and the separator between them become one. */
function renamedRuns(runs: readonly Run[], names: ReadonlyMap<string, string>): Run[] {
  const linked = runs.map((run) => (run.href === null ? run : { ...run, href: names.get(run.href) ?? run.href }));
  return joinRuns(
    linked.map((run, at) => {
      const [before, after] = [linked[at - 1], linked[at + 1]];
      const joins =
        run.href === null && before !== undefined && before.href === after?.href && /^[ \n]+$/.test(run.text);
      return joins ? { ...run, href: before.href } : run;
    }),
  );
}
