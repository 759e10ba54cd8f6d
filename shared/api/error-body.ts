import { Type, type Static } from 'typebox';

/** The body of every refusal. `requestId` equals the header `x-request-id`. */
export const ErrorBody = Type.Object({
  code: Type.String({ description: 'A code of the error table.' }),
  message: Type.String({ description: 'What was wrong, the measured value and the limit, and what to do.' }),
  requestId: Type.String(),
  details: Type.Optional(
    Type.Object({
      issues: Type.Optional(
        Type.Array(
          Type.Object({
            in: Type.Enum(['body', 'query', 'header', 'path']),
            path: Type.String({ description: 'JSON Pointer for a body, else the name of the parameter.' }),
            message: Type.String(),
          }),
        ),
      ),
    }),
  ),
});
export type ErrorBody = Static<typeof ErrorBody>;
