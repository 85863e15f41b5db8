/** Counts the turns of the event loop from now on, until it is stopped. */
export function countTurns(): { readonly turns: () => number; readonly stop: () => void } {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    turns: () => turns,
    stop: () => {
      isOver = true;
    },
  };
}
