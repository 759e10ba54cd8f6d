import { declarationsIn } from './css-declarations.ts';
import { markBit } from '../tree/tags.ts';

/** The meaning of a `style` attribute for text: marks it sets, marks it removes, whether it hides, and directions. */
export interface InlineStyle {
  readonly sets: number;
  readonly unsets: number;
  readonly hides: boolean;
  /** `ltr` or `rtl`. */
  readonly direction?: string;
  /** `horizontal-tb`, or a direction of vertical lines. */
  readonly writingMode?: string;
}

/** Values of `writing-mode` (CSS Writing Modes 4, 3.2), with those of older browsers. */
const WRITING_MODES: Readonly<Record<string, string>> = {
  'horizontal-tb': 'horizontal-tb',
  'vertical-rl': 'vertical-rl',
  'vertical-lr': 'vertical-lr',
  'sideways-rl': 'sideways-rl',
  'sideways-lr': 'sideways-lr',
  lr: 'horizontal-tb',
  'lr-tb': 'horizontal-tb',
  rl: 'horizontal-tb',
  tb: 'vertical-rl',
  'tb-rl': 'vertical-rl',
  'tb-lr': 'vertical-lr',
};

const STRONG = markBit('strong');
const EM = markBit('em');
const U = markBit('u');
const S = markBit('s');
const SUP = markBit('sup');
const SUB = markBit('sub');

/**
 * Reads the declarations with which word processors and mail programs write marks. They are weight, slant, underline,
 * strike, and raised or lowered text. It also reads `display: none`, `visibility: hidden`, `direction` and
 * `writing-mode`. A later declaration wins.
 * Everything else, and anything malformed, is ignored.
 */
export function readInlineStyle(style: string): InlineStyle {
  let sets = 0;
  let unsets = 0;
  let display = '';
  let visibility = '';
  let direction: string | undefined;
  let writingMode: string | undefined;
  const choose = (on: number, off: number): void => {
    sets = (sets & ~off) | on;
    unsets = (unsets & ~on) | off;
  };
  for (const { name, value: stated } of declarationsIn(style)) {
    const value = stated.toLowerCase();
    switch (name) {
      case 'font-weight':
        if (value === 'bold' || value === 'bolder' || Number(value) >= 600) choose(STRONG, 0);
        else if (value === 'normal' || value === 'lighter' || Number(value) > 0) choose(0, STRONG);
        break;
      case 'font-style':
        if (value.startsWith('italic') || value.startsWith('oblique')) choose(EM, 0);
        else if (value === 'normal') choose(0, EM);
        break;
      case 'text-decoration':
      case 'text-decoration-line': {
        const words = value.split(' ');
        const on = (words.includes('underline') ? U : 0) | (words.includes('line-through') ? S : 0);
        choose(on, words.includes('none') ? U | S : 0);
        break;
      }
      case 'vertical-align':
        if (value === 'super') choose(SUP, SUB);
        else if (value === 'sub') choose(SUB, SUP);
        else if (value === 'baseline') choose(0, SUP | SUB);
        break;
      case 'display':
        display = value;
        break;
      case 'visibility':
        visibility = value;
        break;
      case 'direction':
        if (value === 'ltr' || value === 'rtl') direction = value;
        break;
      case 'writing-mode':
      case '-webkit-writing-mode':
      case '-ms-writing-mode':
        if (Object.hasOwn(WRITING_MODES, value)) writingMode = WRITING_MODES[value];
        break;
    }
  }
  return {
    sets,
    unsets,
    hides: display === 'none' || visibility === 'hidden' || visibility === 'collapse',
    ...(direction !== undefined && { direction }),
    ...(writingMode !== undefined && { writingMode }),
  };
}
