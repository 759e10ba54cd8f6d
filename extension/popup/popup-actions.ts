import type { CapturedPart, CaptureRole } from '../../shared/messages/extension-message.ts';
import type { ServiceState } from './service-state.ts';
import type { Sides } from '../storage/database.ts';

/** The actions of the popup. */
export interface PopupActions {
  /** Whether there is a tab to read. */
  readonly hasTab: boolean;
  /** The number of selected tabs of the window. */
  readonly selectedTabs: number;
  /** Whether the extension is paired, and the service runs. */
  service(): Promise<ServiceState>;
  sides(): Promise<Sides>;
  /** Captures from the tab. The sides hold the result. Rejects if the background failed. */
  capture(part: CapturedPart, role: CaptureRole): Promise<void>;
  /** Call it within a click. */
  openPanel(): void;
  openOptions(): void;
  close(): void;
}
