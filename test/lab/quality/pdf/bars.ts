/** One row of the table: the measure, its bar, and the best other reader. */
export interface Measure {
  readonly name: string;
  /** Null if not measured here. */
  readonly value: number | null;
  readonly bar: { readonly atLeast: number } | { readonly atMost: number };
  readonly peer: string;
  readonly show?: (value: number) => string;
}

/** Whether the measure reaches its bar. A measure without a value does not fail. */
export function reaches({ value, bar }: Measure): boolean {
  if (value === null) return true;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

/** The measures as a Markdown table. */
export function barsTable(measures: readonly Measure[]): string {
  const lines = measures.map((measure) => {
    const show = measure.show ?? ((value: number) => value.toFixed(3));
    const value = measure.value === null ? 'not measured' : show(measure.value);
    const bar = 'atLeast' in measure.bar ? `≥ ${show(measure.bar.atLeast)}` : `≤ ${show(measure.bar.atMost)}`;
    return `| ${measure.name} | ${value} | ${bar} | ${reaches(measure) ? 'yes' : '**no**'} | ${measure.peer} |`;
  });
  return ['| Measure | Here | Bar | Reached | Best peer |', '|---|---|---|---|---|', ...lines].join('\n');
}
