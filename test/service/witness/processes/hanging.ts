/** Takes a file and never answers, in a loop that only a kill ends. */
process.once('message', () => {
  for (;;);
});
