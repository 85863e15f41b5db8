// The floor for writes: a bare HTTP program that writes the same rows as the server (the item, its activity and its
// revision) in one transaction through the same driver.
// Usage: node bench/write-floor.mjs ENGINE ADDRESS
import { createServer } from 'node:http';

const [engine, address] = process.argv.slice(2);
const { open } = await import(`./write-floor-${engine}.mjs`);
const { written, close } = await open(address);

const server = createServer((request, response) => {
  let sent = '';
  request.on('data', (chunk) => {
    sent += chunk;
  });
  const answer = (item) => {
    const body = JSON.stringify({ data: item });
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
  request.on('end', () => {
    const item = written(request.method, JSON.parse(sent), Number(request.url.split('/')[2]));
    // A synchronous driver does not wait for the next turn.
    if (item instanceof Promise) item.then(answer);
    else answer(item);
  });
});
server.keepAliveTimeout = 72_000;
server.on('close', close);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
