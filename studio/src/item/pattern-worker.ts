/** Tests a pattern in a worker, which can be terminated. */
self.onmessage = ({ data }: MessageEvent<{ source: string; flags: string; text: string }>): void => {
  self.postMessage(new RegExp(data.source, data.flags).test(data.text));
};
self.postMessage('ready');
