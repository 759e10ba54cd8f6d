/** What a careful reader looks at first. It is large, so a page loads it after the first look: `ListedChanges.loadRules`. */
export { staleReferences } from '../../shared/signals/references.ts';
export { RULES, titleOf } from '../../shared/signals/rules.ts';
export { sideTexts } from '../../shared/signals/side-texts.ts';
export { signalsOf } from '../../shared/signals/signals.ts';
