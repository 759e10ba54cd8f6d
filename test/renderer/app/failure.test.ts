import { expect, it } from 'vitest';
import { failureOf } from '../../../renderer/app/comparison/failure.ts';
import { appMessages } from '../../../renderer/strings/app.ts';
import { ServiceCallError } from '../../../shared/client/service-call-error.ts';

const told = (code: string, message: string): string =>
  failureOf(new ServiceCallError({ code, message, status: 400 })).message;

it('tells a visitor how to sign in, and nothing of keys and headers', () => {
  expect(told('export_authentication_required', 'This needs an API key: send it as Authorization: Bearer')).toBe(
    'This page is not signed in. Run “diffsvc link” and open the address that it prints. Then try again.',
  );
});

it('tells why a link did not sign in, and how to get another', () => {
  expect(told('unauthorized', 'This link was used before.')).toMatch(/^This link was used before\.\n.*“diffsvc link”/u);
});

it('names the side of a refused document in the words of the page', () => {
  expect(
    failureOf(new ServiceCallError({ code: 'document_invalid', message: 'Revised: it is cut off.', status: 422 })),
  ).toMatchObject({
    message: `${appMessages.sideName.revised}: It is cut off.`,
    side: 'revised',
    code: 'document_invalid',
  });
});
