import dropdown from './choice/dropdown.vue';
import manyChoices from './choice/many-choices.vue';
import oneOf from './choice/one-of.vue';
import someOf from './choice/some-of.vue';
import status from './choice/status.vue';
import onOff from './choice/switch.vue';
import toggleIcon from './choice/toggle-icon.vue';
import colour from './colour/colour.vue';
import calendar from './dates/calendar.vue';
import date from './dates/date.vue';
import preview from './display/preview.vue';
import shownOnly from './display/readonly.vue';
import stamp from './display/stamp.vue';
import numeric from './numbers/numeric.vue';
import rating from './numbers/rating.vue';
import slider from './numbers/slider.vue';
import secret from './secret/secret.vue';
import slug from './slug/slug.vue';
import tags from './tags/tags.vue';
import text from './text/text.vue';
import textarea from './text/textarea.vue';

/** Controls of small values: one chunk, since most forms have several of them. */
export const SMALL = {
  calendar,
  colour,
  date,
  dropdown,
  manyChoices,
  numeric,
  onOff,
  oneOf,
  preview,
  rating,
  secret,
  shownOnly,
  slider,
  slug,
  someOf,
  stamp,
  status,
  tags,
  text,
  textarea,
  toggleIcon,
};
