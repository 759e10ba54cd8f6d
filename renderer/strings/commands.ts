import { sayOf, type Under } from './say.ts';
import { commands as texts } from './english/commands.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** What palette, menus and the list of keys say. Keys are as `shownKey` takes them. */
export const commandMessages = {
  ...texts,
  label: {
    next: texts['label.next'],
    previous: texts['label.previous'],
    accept: texts['label.accept'],
    reject: texts['label.reject'],
    reset: texts['label.reset'],
    note: texts['label.note'],
    undo: texts['label.undo'],
    redo: texts['label.redo'],
    finish: texts['label.finish'],
    reopen: texts['label.reopen'],
    palette: texts['label.palette'],
    help: texts['label.help'],
  },
  group: (group: Under<typeof texts, 'group'>): string => texts[`group.${group}`],
  showView: (view: string): string => say('showView', { view }),
  help: [
    {
      heading: texts.helpReview,
      keys: [
        [['j', 'n', 'F8'], texts.helpNext],
        [['k', 'p', 'F7'], texts.helpPrevious],
        [['a'], texts.helpAccept],
        [['r'], texts.helpReject],
        [['u'], texts.helpReset],
        [['e'], texts.helpNote],
        [['Mod+z'], texts.helpUndo],
        [['Mod+Shift+z'], texts.helpRedo],
      ],
    },
    {
      heading: texts.helpView,
      keys: [
        [['1'], texts.helpRedline],
        [['2'], texts.helpSplit],
        [['3'], texts.helpOriginal],
        [['4'], texts.helpFinal],
        [['5'], texts.helpPages],
        [['/'], texts.helpFind],
        [['Mod+f'], texts.helpFindOnPages],
        [['c'], texts.helpCopy],
      ],
    },
    {
      heading: texts.helpEverywhere,
      keys: [
        [['Mod+k'], texts.helpPalette],
        [['?'], texts.helpShortcuts],
        [['Mod+Enter'], texts.helpCompare],
        [['Escape'], texts.helpEscape],
      ],
    },
  ] as const,
};
