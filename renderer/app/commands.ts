import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import Clock from '@lucide/svelte/icons/clock';
import FileDiff from '@lucide/svelte/icons/file-diff';
import Files from '@lucide/svelte/icons/files';
import Plug from '@lucide/svelte/icons/plug';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings';
import Type from '@lucide/svelte/icons/type';
import type { Command } from '../commands/command.ts';
import { appMessages } from '../strings/app.ts';
import { commandMessages } from '../strings/commands.ts';
import type { PageName } from './routes.ts';
import type { Application } from './state/application.svelte.ts';

const PAGE_ICONS = {
  start: FileDiff,
  text: Type,
  drafts: Files,
  recents: Clock,
  settings: Settings,
  connections: Plug,
} as const;

/** The commands that every page of the application has. */
export function applicationCommands(application: Application): readonly Command[] {
  const { label } = commandMessages;
  const group = 'application';
  const page = (to: PageName): Command => ({
    id: `page-${to}`,
    label: appMessages.pageName(to),
    group,
    icon: PAGE_ICONS[to],
    run: () => application.go({ page: to }),
  });
  const over = (what: 'help' | 'palette') => (): void => {
    application.over = what;
  };
  return [
    { id: 'palette', label: label.palette, group, icon: Search, keys: ['Mod+k'], run: over('palette') },
    { id: 'help', label: label.help, group, icon: CircleQuestionMark, keys: ['?'], run: over('help') },
    {
      id: 'compare',
      label: appMessages.compare,
      group,
      icon: FileDiff,
      keys: ['Mod+Enter'],
      offered: () => application.route.page === 'start',
      run: () => void application.compare(),
    },
    page('start'),
    page('text'),
    page('drafts'),
    page('recents'),
    page('settings'),
    page('connections'),
  ];
}
