/**
 * Runs in an isolated world beside the page and exposes the bridge: a few functions, no channel, no Electron object.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  DESKTOP_BRIDGE,
  DESKTOP_EVENT_CHANNEL,
  type DesktopBridge,
  type DesktopEvents,
} from '../../shared/messages/desktop-bridge.ts';
import type { DesktopReplies, DesktopRequest, DesktopRequestChannel } from '../../shared/messages/desktop-channels.ts';
import { EventMailbox } from './event-mailbox.ts';

const mailbox = new EventMailbox();
ipcRenderer.on(DESKTOP_EVENT_CHANNEL, (_event, message: unknown) => {
  // Only the shell can send here.
  const [name, event] = message as [keyof DesktopEvents, DesktopEvents[keyof DesktopEvents]];
  mailbox.put(name, event);
});

async function ask<Channel extends DesktopRequestChannel>(
  channel: Channel,
  request: DesktopRequest<Channel>,
): Promise<DesktopReplies[Channel]> {
  return (await ipcRenderer.invoke(channel, request)) as DesktopReplies[Channel];
}

async function tell<Channel extends DesktopRequestChannel>(
  channel: Channel,
  request: DesktopRequest<Channel>,
): Promise<void> {
  await ask(channel, request);
}

let listens = false;

/** A page that broke before its first listener, or that has none, gets no file. The shell then keeps it. */
function begin(): void {
  if (listens) return;
  listens = true;
  void ask('page:listens', {});
}

const bridge: DesktopBridge<File> = {
  platform: process.platform as DesktopBridge<File>['platform'],
  on: (name, listener) => {
    const end = mailbox.listen(name, listener);
    begin();
    return end;
  },
  openFiles: () => ask('files:open', {}),
  referenceOf: async (file) => {
    // The path is empty for a file that the page made. Only dropped or chosen files have a path.
    const path = webUtils.getPathForFile(file);
    return path === '' ? null : await ask('files:reference', { path });
  },
  readFile: (reference) => ask('files:read', { reference }),
  watchFiles: (references) => tell('files:watch', { references: [...references] }),
  saveFile: (suggestedName, bytes) => ask('files:save', { suggestedName, bytes }),
  dragFile: (reference) => tell('files:drag', { reference }),
  showDataFolder: () => tell('data:show', {}),
  setTheme: (theme) => tell('theme:set', { theme }),
  tellState: ({ title, recentId, commands }) => tell('page:state', { title, recentId, commands: [...commands] }),
  restartService: () => tell('service:restart', {}),
};

contextBridge.exposeInMainWorld(DESKTOP_BRIDGE, bridge);
