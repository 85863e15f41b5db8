import { cpus } from 'node:os';
import { median } from './compare.mjs';
import { options } from './options.mjs';

const HEAD = ['Engine', 'Case', 'Connections', 'Server', 'Floor', 'Ratio', 'Target', 'Server/s', 'Floor/s'];

/** Prints what is measured, where and when. */
export function announce() {
  const [{ model } = { model: 'unknown' }] = cpus();
  console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${model.trim()}`);
  console.log(
    `${options.passes} × ${options.rounds} rounds, medians; CPU in ms per request, rates in requests per second\n`,
  );
  console.log(`| ${HEAD.join(' | ')} |\n|${HEAD.map(() => '---|').join('')}`);
}

/** Prints the row of a case. */
export function report({ engine, name, connections, target, ratio, server, floor }) {
  const figures = [server.cpu.toFixed(3), floor.cpu.toFixed(3), ratio.toFixed(2), target];
  const cells = [engine, name, connections, ...figures, Math.round(server.rate), Math.round(floor.rate)];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Prints the deviation between measurements of a case, and the targets that were missed. */
export function conclude(results) {
  const noise = median(results.map((entry) => entry.noise));
  console.log(
    `\nnoise: a ${options.passes > 1 ? 'pass' : 'round'}'s ratio is ${(noise * 100).toFixed(1)} % from the median, typically`,
  );
  const missed = results.filter(({ ratio, target }) => ratio > target);
  console.log(`targets: ${results.length - missed.length} of ${results.length} met`);
  for (const { engine, name, connections, ratio, target } of missed)
    console.log(`  missed: ${engine}, ${name}, ${connections}: ${ratio.toFixed(2)} > ${target}`);
}
