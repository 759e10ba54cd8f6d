/** What the application's address says while the service does not answer. */
export const offline = {
  title: 'diffsvc is not running',
  startIt: 'The application comes from a service on this machine, and it does not answer. Start it in a terminal:',
  installed: 'diffsvc serve',
  inCheckout: 'npm start',
  or: 'or, in a checkout,',
  remote: 'The application comes from the service at {host}, and it does not answer. Ask whoever runs it.',
  kept: 'Your comparisons and decisions are still in this browser. This page opens the application as soon as the service answers.',
  tryAgain: 'Try again',
} as const;
