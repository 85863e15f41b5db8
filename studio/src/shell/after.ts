import '../styles/forced-colours.css';
import { titleClippedTexts } from '../ui/clipped-texts.ts';

/** Begins what a page can do without until it is painted. */
export const beginLater = (): void => titleClippedTexts(document);
