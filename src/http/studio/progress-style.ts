/** Colours of paper and ink as in Studio, with system typefaces. */
export const PROGRESS_CSS = `:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --sunk: #f4f2ec; --ink: #1c1b19; --ink-2: #5d5a53; --ink-3: #726e65; --rule: #e4e0d8; --accent: #8e2f2a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161513; --sunk: #11100f; --ink: #edeae3; --ink-2: #aca79c; --ink-3: #948f83; --rule: #2c2a27; --accent: #e08a80;
  }
}
* { box-sizing: border-box; margin: 0 }
html { font: 400 15px/24px Inter, system-ui, sans-serif; color: var(--ink); background: var(--paper) }
body { display: grid; min-height: 100vh; place-items: center; padding: 24px }
main { width: 100%; max-width: 400px }
svg { display: block; margin-bottom: 32px; stroke: var(--ink-3) }
h1 { font: 600 28px/36px 'Source Serif 4', Georgia, serif; letter-spacing: -.015em; margin-bottom: 8px }
p { color: var(--ink-2) }
ol { list-style: none; padding: 0; margin: 24px 0; border-top: 1px solid var(--rule) }
li { display: flex; justify-content: space-between; padding: 8px 0; border-bottom: 1px solid var(--rule); color: var(--ink-3) }
li.done { color: var(--ink-2) }
li[aria-current] { color: var(--ink); font-weight: 500; border-bottom-color: var(--accent) }
li span { font-weight: 400 }
li[aria-current] span { color: var(--accent) }
pre { margin: 16px 0 24px; padding: 12px 16px; overflow: auto; background: var(--sunk); border: 1px solid var(--rule); border-radius: 6px }
code { font: 13px/20px 'JetBrains Mono', ui-monospace, monospace }
.note { font-size: 13px; line-height: 20px; color: var(--ink-3) }
`;
