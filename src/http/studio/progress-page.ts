import type { BuildState } from './build-state.ts';
import { PROGRESS_CSS } from './progress-style.ts';

/** The style sheet of the page, below `/studio/`. It is part of the server, because the build does not exist yet. */
export const PROGRESS_STYLE = { path: 'progress.css', text: PROGRESS_CSS } as const;

interface Words {
  readonly title: string;
  readonly text: string;
  /** How many of the two steps are done; null if no build is running. */
  readonly step: number | null;
  /** The command to run. */
  readonly command?: string;
  /** Seconds until the page reloads. */
  readonly again: number;
}

const WORDS: Readonly<Record<BuildState, Words>> = {
  installing: {
    title: 'Studio is getting ready',
    text: 'Its build tools are being installed. That happens once and takes about half a minute.',
    step: 0,
    again: 2,
  },
  building: {
    title: 'Studio is getting ready',
    text: 'It is being built. That takes a few seconds.',
    step: 1,
    again: 1,
  },
  failed: {
    title: 'Studio could not be built',
    text: 'The server works without it; its log says why. Once that is put right, run this in the folder of Octavo:',
    step: null,
    command: 'npm run build',
    again: 10,
  },
  absent: {
    title: 'Studio is not built yet',
    text: 'The server works without it. Run this in the folder of Octavo:',
    step: null,
    command: 'npm run build',
    again: 5,
  },
};

const STEPS = ['Install the tools', 'Build Studio'];

/** The page that is shown until Studio is built. It reloads itself, and loads nothing but its style sheet. */
export function progressPage(state: BuildState): string {
  const { title, text, step, command, again } = WORDS[state];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${again}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/studio/${PROGRESS_STYLE.path}">
</head>
<body>
<main>
${SHEET}
<h1>${title}</h1>
<p>${text}</p>
${step === null ? '' : stepList(step)}${command === undefined ? '' : `<pre><code>${command}</code></pre>\n`}<p class="note">${NOTE[step === null ? 'idle' : 'busy']}</p>
</main>
</body>
</html>
`;
}

const NOTE = {
  busy: 'The API answers already. This page opens Studio by itself as soon as it is there.',
  idle: 'This page opens Studio by itself as soon as it is built.',
} as const;

function stepList(current: number): string {
  const items = STEPS.map((step, index) => {
    if (index < current) return `<li class="done">${step}<span>done</span></li>`;
    return index === current
      ? `<li aria-current="step">${step}<span>now</span></li>`
      : `<li>${step}<span>next</span></li>`;
  });
  return `<ol>\n${items.join('\n')}\n</ol>\n`;
}

/** A picture of a sheet of paper, folded into eight leaves. */
const SHEET = `<svg viewBox="0 0 120 156" width="60" height="78" fill="none" aria-hidden="true"><rect x="1" y="1" width="118" height="154"/><path d="M60 1v154M1 78h118"/><path d="M30 1v154M90 1v154M1 39h118M1 117h118" stroke-dasharray="3 4"/></svg>`;
