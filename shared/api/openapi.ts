/** Path of the description of the interface, below the origin. */
export const OPENAPI_PATH = '/v1/openapi.json';
