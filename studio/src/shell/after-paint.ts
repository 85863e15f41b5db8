/** Resolves once the page is shown and the browser has nothing more urgent to do. */
export const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => done());
      else setTimeout(done);
    });
  });
