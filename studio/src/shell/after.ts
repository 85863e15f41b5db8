import '../styles/forced-colours.css';
import '../styles/low-windows.css';
import { titleClippedTexts } from '../ui/clipped-texts.ts';
import { keepFocus } from '../ui/kept-focus.ts';

/** Starts what a page does not need until it has been painted. */
export function startDeferred(): void {
  titleClippedTexts(document);
  keepFocus(document);
}
