/** The tests that call the service only as its callers do. They run against a service elsewhere too: `remote-server.ts`. */
export const CONTRACT = [
  'admission',
  'documents-contract',
  'error-codes',
  'get-changes',
  'hosted-comparisons',
  'hosted-links',
  'owner',
  'page-marks',
  'post-documents',
  'post-html',
  'server',
  'source-pages',
  'stream-html',
  'uploads',
].map((name) => `test/service/http/${name}.test.ts`);

/** How the names of tests begin that hold for the service of a test alone: its version, settings, clock and programs. */
export const OF_ONE_SERVICE = [
  'GET a stored comparison answers all its fields',
  'the stream has the payloads that the interface describes',
  'every answer of /styles/v1/diffsvc.css is 404',
  'the guard lets Host diff.example in',
  'the guard at Host 127.0.0.1:4870 answers Origin "https://diff.example"',
  'health and description',
  // A built service adds the script of its pages.
  '/view and /embed show the redline without script',
];

/** As above: a proxy answers itself to a path that cannot be decoded, before any replica. */
export const OF_NO_PROXY = [
  'every answer has a request id of its own',
  'every answer of /%zz is 400',
  'the guard keeps Host',
];

/** As above: what one replica remembers. The others learn of rates a second later, and of recent answers never. */
export const OF_ONE_REPLICA = [
  'rate limits count by the plan, tell it in headers',
  'an idempotency key runs an operation once, and gives its answer again byte for byte',
  'the replay cache',
  'DELETE a comparison ends the replay of the answer that names it',
  'the replay of small requests gives the stream again',
  'a page of another site cannot use up the reads of viewer links by framing',
];
