/** What the hosted viewer says beside the comparison. */
export const viewer = {
  untitled: 'Comparison',
  expires: 'This link ends {date}',
  reviewUnavailable:
    'This comparison can be read but not reviewed: the plan of its creator does not include reviews. Ask for a link from an account with the plan Creator or Creator Pro.',
  'token_expired.heading': 'This link has expired',
  'token_expired.advice': 'Ask whoever sent it for a new one. Comparing the same documents again gives a new link.',
  'invalid_token.heading': 'This link is not complete',
  'invalid_token.advice': 'Open the link exactly as you received it, with everything after the question mark.',
  'token_issued_in_future.heading': 'The clock of this machine is wrong',
  'token_issued_in_future.advice':
    'The link was made at a time that has not come yet by this clock. Set the clock, then open the link again.',
  'not_found.heading': 'There is no such comparison',
  'not_found.advice': 'It was deleted, or it expired a while ago. Compare the documents again for a new link.',
  'rate_limited.heading': 'Too many requests',
  'rate_limited.advice': 'Wait a minute, then load this page again.',
  'other.heading': 'This comparison cannot be shown',
  'other.advice': 'Load this page again. If it stays, the log of the service has the details under the request below.',
} as const;
