import { Type, type Static } from 'typebox';

/** Maximum length of a file name, in UTF-16 units. */
const FILENAME_MAX_LENGTH = 255;

/** The body of `POST /v1/diffsvc/uploads`. */
export const CreateUploadRequest = Type.Object({
  filename: Type.String({
    minLength: 1,
    maxLength: FILENAME_MAX_LENGTH,
    description: 'What the caller calls it; never a path here.',
  }),
  contentType: Type.String({
    description:
      'The required type of the PUT. For texts it is `text/plain; charset=utf-8`. For a file of no known type it is `application/octet-stream`.',
  }),
  sizeBytes: Type.Integer({ minimum: 0, description: 'Exactly the bytes that will come; of texts in UTF-8.' }),
});
export type CreateUploadRequest = Static<typeof CreateUploadRequest>;

/** The answer to an announced upload. */
export const CreateUploadResponse = Type.Object({
  uploadId: Type.String(),
  uploadUrl: Type.String({ description: 'Takes the bytes by PUT, once, for 15 minutes; needs no bearer.' }),
});
export type CreateUploadResponse = Static<typeof CreateUploadResponse>;
