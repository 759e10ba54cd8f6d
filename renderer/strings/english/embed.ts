/** What the embed script says. */
export const embed = {
  frameTitle: 'Document comparison',
  noComparison: 'Diffsvc.embed: comparisonId has to be the id of a comparison.',
  noTheme: 'Diffsvc.embed: theme has to be system, light or dark.',
  noView: 'Diffsvc.embed: view has to be unified or split.',
  noAnswer: 'The viewer does not answer, or was destroyed.',
  destroyed: 'The viewer was destroyed.',
  asModule: 'diffsvc.js has to be loaded as <script src="…/scripts/v1/diffsvc.js">, not as a module.',
  noElement: 'Diffsvc.embed: there is no element to put the viewer into.',
  noElementOf: 'Diffsvc.embed: there is no element {selector} to put the viewer into.',
} as const;
