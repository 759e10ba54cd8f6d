import type { DescribedContent } from './operation.ts';
import { referenceTo, withReferences } from './references.ts';

/** A body of one media type, as the document has it. */
export function bodyOf({ schema, examples }: DescribedContent): Record<string, unknown> {
  return {
    schema: typeof schema === 'string' ? referenceTo(schema) : withReferences(schema),
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  };
}
