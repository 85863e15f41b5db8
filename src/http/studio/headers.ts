/**
 * What Studio's pages may load. Images may come from anywhere over https, because texts and maps contain images from
 * other servers. Frames show files of the project, such as PDFs, and previews of items on the sites that the project
 * lists. No inline scripts or styles run.
 */
const policy = (frames: readonly string[]): readonly string[] => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob:",
  ["frame-src 'self'", ...frames].join(' '),
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

const DENIED = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/**
 * The headers of everything below `/studio/`. Page addresses may contain tokens, so no referrer is sent to other
 * servers.
 */
export const studioHeaders = (frames: readonly string[] = []) => ({
  'Content-Security-Policy': policy(frames).join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': DENIED.map((feature) => `${feature}=()`).join(', '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
});
