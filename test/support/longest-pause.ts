/** The longest time during which nothing else ran, in milliseconds. */
export async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()];
  const tick = (): void => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return longest;
}
