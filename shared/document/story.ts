import { STORY_KINDS, type Path, type Step, type StepKind, type StoryKind } from './path.ts';

const KINDS: ReadonlySet<StepKind> = new Set(STORY_KINDS);

const NAMES: Readonly<Record<StoryKind, readonly [name: string, pages: string]>> = {
  header: ['Header', ''],
  firstheader: ['Header', ', first page'],
  evenheader: ['Header', ', even pages'],
  footer: ['Footer', ''],
  firstfooter: ['Footer', ', first page'],
  evenfooter: ['Footer', ', even pages'],
  pageheader: ['Header', ''],
  pagefooter: ['Footer', ''],
  comment: ['Comment', ''],
};

/** Whether a step is a story: a header, a footer or a comment. */
export function isStory(kind: StepKind): kind is StoryKind {
  return KINDS.has(kind);
}

/** The story of a path; null for the body. */
export function storyOf({ first }: Path): (Step & { readonly kind: StoryKind }) | null {
  return first !== null && isStory(first.kind) ? { ...first, kind: first.kind } : null;
}

/** Name of a story for a person: "Header, section 2, first page"; "Header, page 3". */
export function storyLabel({ kind, value }: { readonly kind: StoryKind; readonly value?: number }): string {
  const [name, pages] = NAMES[kind];
  if (kind === 'comment') return value === undefined ? name : `${name} ${value}`;
  const unit = kind === 'pageheader' || kind === 'pagefooter' ? 'page' : 'section';
  return name + (value === undefined ? '' : `, ${unit} ${value}`) + pages;
}
