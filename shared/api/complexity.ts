import { Type, type Static } from 'typebox';

/** How large and complex two documents may be before they are compared as text without structure. */
export const COMPLEXITIES = ['standard', 'extended'] as const;

/** The complexity in a request. */
export const Complexity = Type.Enum([...COMPLEXITIES], {
  default: 'standard',
  description:
    'Up to what size structure is compared. `standard`: 512 KiB of HTML, 1,500 blocks and 12,000 tags a side. `extended`: up to the guard of `document_too_complex`; it may take longer. Beyond it a comparison is a `fallback`.',
});
export type Complexity = Static<typeof Complexity>;

/** Fields of every answer to a comparison: how complex the documents might be, and why there is no structure. */
export const COMPLEXITY_FIELDS = {
  complexity: Type.Optional(
    Type.Enum([...COMPLEXITIES], { description: 'As asked for. Absent in comparisons of earlier versions.' }),
  ),
  fallbackReason: Type.Optional(
    Type.String({ description: 'Why the documents were compared as text, in one sentence; present in a fallback.' }),
  ),
};
