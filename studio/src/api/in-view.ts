import { currentView } from './view.ts';

/** An address that the browser asks by itself, such as that of a picture: in a view with its rights, not with one's own. */
export const inView = (address: string): string => {
  const { view } = currentView.value ?? {};
  return view && address.startsWith('/') ? withParameter(address, 'view_as', view) : address;
};

/** An address with one more parameter. */
export const withParameter = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
