import '../styles/forced-colours.css';
import '../styles/low-windows.css';
import type { Project } from '../api/project.ts';
import { sessionEnded } from '../api/queries.ts';
import { currentView } from '../api/view.ts';
import { titleClippedTexts } from '../ui/clipped-texts.ts';
import { keepFocus } from '../ui/kept-focus.ts';
import { isOtherUser, tellUser } from './session-user.ts';

let stopWatching = (): void => undefined;

/** Starts what a page does not need until it has been painted. */
export function startDeferred(project: Project): void {
  titleClippedTexts(document);
  keepFocus(document);
  stopWatching();
  stopWatching = currentView.value ? () => undefined : watchUser(project);
}

/** If another user signs in to the project in another tab, what this tab sends would be theirs. */
function watchUser({ key, me }: Project): () => void {
  const notice = (event: StorageEvent): void => {
    if (isOtherUser(event, key, me.id)) sessionEnded.value = true;
  };
  tellUser(key, me.id);
  addEventListener('storage', notice);
  return () => removeEventListener('storage', notice);
}
