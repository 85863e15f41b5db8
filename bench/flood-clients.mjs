import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

const { port, requests, connections, counts } = workerData;
let turn = 0;

/** Counts an answer by its kind: served, refused with a pause, or anything else. */
function count(head) {
  const status = Number(head.slice(9, 12));
  const refused = status === 503 && /\r\nretry-after: /i.test(head);
  Atomics.add(counts, status < 300 ? 0 : refused ? 1 : 2, 1);
}

function client() {
  const socket = connect(port, '127.0.0.1');
  let missing = -1;
  let head = '';
  const send = () => {
    missing = -1;
    head = '';
    socket.write(requests[turn++ % requests.length]);
  };
  socket.setNoDelay(true);
  socket.on('connect', send);
  socket.on('error', () => Atomics.add(counts, 3, 1));
  socket.on('close', () => setTimeout(client, 10));
  socket.on('data', (chunk) => {
    if (missing < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      count(head);
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
    } else missing -= chunk.length;
    if (missing <= 0) send();
  });
}

for (let index = 0; index < connections; index++) client();
