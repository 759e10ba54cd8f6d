import { ServiceError } from '../../shared/errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** The refusal of work that the end of the service cuts off. */
export function serviceStops(): ServiceError {
  return new ServiceError(
    'unavailable',
    'The service stops, and the work was not finished. Try again when the service runs.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
