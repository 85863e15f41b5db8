/** Reads an address over some connections while `work` is running; returns the times in milliseconds, sorted. */
export async function reading(address, token, work, connections = 2) {
  const until = { done: false };
  const readers = Array.from({ length: connections }, () => read(address, token, until));
  await work();
  until.done = true;
  return (await Promise.all(readers)).flat().sort((a, b) => a - b);
}

async function read(address, token, until) {
  const times = [];
  const headers = { Authorization: `Bearer ${token}` };
  while (!until.done) {
    const begun = performance.now();
    await (await fetch(address, { headers })).arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times;
}

/** Prints a summary of read times. */
export function show(name, times) {
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`${name}: ${times.length} reads, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

export const quiet = (ms) => new Promise((done) => setTimeout(done, ms));
