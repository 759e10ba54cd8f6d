import type { CapturedPart, CaptureRole } from '../../shared/messages/extension-message.ts';
import type { Sides } from '../storage/database.ts';

/** What the popup can do. */
export interface PopupActions {
  /** There is a tab to read. */
  readonly hasTab: boolean;
  sides(): Promise<Sides>;
  /** Takes something from the tab; what came of it is in the sides. Rejects when the background did not do it. */
  capture(part: CapturedPart, role: CaptureRole): Promise<void>;
  /** Within a click only. */
  openPanel(): void;
  openOptions(): void;
  close(): void;
}
