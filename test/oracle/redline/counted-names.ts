/** Which names say something in a strict reading, and which a program only gives anew with each save. */

/** Attributes that are ids of a save. */
export const SAVE_ID = /^(?:w:rsid|w14:(?:paraId|textId)$|wp14:(?:anchorId|editId)$|o:(?:gfxdata|spid)$|xml:space$)/;
/** Prefixes of the format itself; others are some program's own. */
export const FORMAT = /^(?:w|r|m|wp|a|pic|c|dgm|v|o|w10|w14|w15|wp14|wps|wpg|wpc)(?=:)/;
/** Elements of the definition of a list that are ids of a save. */
export const NO_IDS: ReadonlySet<string> = new Set(['w:nsid', 'w:tmpl']);
