let second = Number.NaN;
let text = '';

/** The current time in the format of the `Date` header. (RFC 9110, section 5.6.7.) */
export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
