/** The files that the panel offers. */
export const PANEL_EXPORTS = ['track_changes_docx', 'resolved_docx', 'redline_pdf'] as const;
export type PanelExport = (typeof PANEL_EXPORTS)[number];
