/** Controls of small values: one chunk, since most forms have several of them. */

export { default as dropdown } from './choice/dropdown.vue';
export { default as manyChoices } from './choice/many-choices.vue';
export { default as oneOf } from './choice/one-of.vue';
export { default as someOf } from './choice/some-of.vue';
export { default as status } from './choice/status.vue';
export { default as onOff } from './choice/switch.vue';
export { default as toggleIcon } from './choice/toggle-icon.vue';
export { default as colour } from './colour/colour.vue';
export { default as calendar } from './dates/calendar.vue';
export { default as date } from './dates/date.vue';
export { default as preview } from './display/preview.vue';
export { default as shownOnly } from './display/readonly.vue';
export { default as stamp } from './display/stamp.vue';
export { default as numeric } from './numbers/numeric.vue';
export { default as rating } from './numbers/rating.vue';
export { default as slider } from './numbers/slider.vue';
export { default as secret } from './secret/secret.vue';
export { default as slug } from './slug/slug.vue';
export { default as tags } from './tags/tags.vue';
export { default as text } from './text/text.vue';
export { default as textarea } from './text/textarea.vue';
