import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { createApp } from 'vue';
import { resumeView } from './api/view.ts';
import App from './app.vue';
import { nearestLanguage, setLanguage } from './i18n/messages.ts';
import { listenToKeys } from './keys/keys.ts';
import { router } from './router.ts';
import { applyTheme } from './theme.ts';

applyTheme();
resumeView();
listenToKeys(window);
await setLanguage(nearestLanguage(navigator.languages));
createApp(App).use(router).mount('#view');
