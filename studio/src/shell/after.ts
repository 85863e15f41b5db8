import '../styles/forced-colours.css';
import { titleClippedTexts } from '../ui/clipped-texts.ts';

/** Starts what a page does not need until it has been painted. */
export const startDeferred = (): void => titleClippedTexts(document);
