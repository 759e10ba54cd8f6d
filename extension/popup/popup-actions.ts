import type { CapturedPart, CaptureRole } from '../../shared/messages/extension-message.ts';
import type { Sides } from '../storage/database.ts';

/** The actions of the popup. */
export interface PopupActions {
  /** Whether there is a tab to read. */
  readonly hasTab: boolean;
  sides(): Promise<Sides>;
  /** Captures from the tab. The sides hold the result. Rejects if the background failed. */
  capture(part: CapturedPart, role: CaptureRole): Promise<void>;
  /** Call it within a click. */
  openPanel(): void;
  openOptions(): void;
  close(): void;
}
