import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { Compile } from 'typebox/compile';
import {
  DESKTOP_REQUESTS,
  type DesktopReplies,
  type DesktopRequest,
  type DesktopRequestChannel,
} from '../../../shared/messages/desktop-channels.ts';
import { isAppAddress } from './app-address.ts';

/** The handlers of the page's requests. Their arguments fit the schemas. */
export type RequestHandlers = {
  readonly [Channel in DesktopRequestChannel]: (
    request: DesktopRequest<Channel>,
  ) => DesktopReplies[Channel] | Promise<DesktopReplies[Channel]>;
};

const CHANNELS = Object.keys(DESKTOP_REQUESTS) as DesktopRequestChannel[];

/**
 * Answers requests of the page and of nobody else. The sender must be the main frame of the application's window at its
 * own address. The message must fit the schema of its channel. Anything else is refused with an error and reported to
 * `onRefused` without its content.
 */
export function answerRequests(
  ipcMain: Pick<IpcMain, 'handle'>,
  isOurWindow: (contents: IpcMainInvokeEvent['sender']) => boolean,
  handlers: RequestHandlers,
  onRefused: (reason: string) => void,
): void {
  const refuse = (reason: string): never => {
    onRefused(reason);
    throw new Error(`the shell refuses ${reason}`);
  };
  for (const channel of CHANNELS) {
    const schema = Compile(DESKTOP_REQUESTS[channel]);
    const handle = handlers[channel] as (request: unknown) => unknown;
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      if (!isOurPage(event, isOurWindow)) refuse(`${channel} of another sender`);
      const [request] = args;
      if (args.length !== 1 || !schema.Check(request)) refuse(`${channel} of another form`);
      return await handle(request);
    });
  }
}

function isOurPage(
  { sender, senderFrame }: IpcMainInvokeEvent,
  isOurWindow: (contents: IpcMainInvokeEvent['sender']) => boolean,
): boolean {
  return (
    senderFrame !== null && isOurWindow(sender) && senderFrame === sender.mainFrame && isAppAddress(senderFrame.url)
  );
}
