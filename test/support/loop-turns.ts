/** Counts the iterations of the event loop until it is stopped. */
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
