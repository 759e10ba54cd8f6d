type Actions = Readonly<Record<string, (argument: never) => unknown>>;

/** Answers the test over the channel that `fork` opens. */
export function answerControl(actions: Actions): void {
  process.on('message', (message: { id: number; action: string; argument: unknown }) => {
    const { id, action, argument } = message;
    void (async () => {
      try {
        const result = await actions[action]!(argument as never);
        process.send?.({ id, result: result ?? null });
      } catch (fault) {
        process.send?.({ id, fault: (fault as Error).message });
      }
    })();
  });
}
