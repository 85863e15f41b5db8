/** Tries a pattern where it can be stopped. */
self.onmessage = ({ data }: MessageEvent<{ source: string; flags: string; text: string }>): void => {
  self.postMessage(new RegExp(data.source, data.flags).test(data.text));
};
self.postMessage('ready');
