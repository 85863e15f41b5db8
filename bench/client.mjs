import { connect } from 'node:net';

/**
 * Sends requests over some keep-alive connections for some milliseconds, at least one on each. Returns their number.
 */
export async function drive(port, paths, { connections, ms, headers = '' }) {
  const until = performance.now() + ms;
  let sent = 0;
  const next = () => (sent < connections || performance.now() < until ? paths[sent++ % paths.length] : undefined);
  await Promise.all(Array.from({ length: connections }, () => worker(port, next, headers)));
  return sent;
}

/** One connection, which sends the next request when the previous answer is complete. */
function worker(port, next, headers) {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let missing = -1;
    let head = '';
    const send = () => {
      const path = next();
      if (path === undefined) return socket.end(done);
      missing = -1;
      head = '';
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`);
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) return fail(new Error(head.slice(0, 500)));
        missing = Number(/content-length: (\d+)/i.exec(head)[1]) - (head.length - end - 4);
      } else missing -= chunk.length;
      if (missing <= 0) send();
    });
  });
}
