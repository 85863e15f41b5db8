import { expect, it } from 'vitest';
import { Checkpoints } from '../../../../src/dialects/sqlite/checkpoints.ts';

const MB = 2 ** 20;

/** A file being written, a clock, and where its checkpoints were made; those of the other process end when told to. */
function writing() {
  const made: string[] = [];
  const clock = { ms: 0 };
  let end: (error?: Error) => void = () => {};
  const elsewhere = (): Promise<void> => {
    made.push('elsewhere');
    return new Promise((done, fail) => {
      end = (error) => (error ? fail(error) : done());
    });
  };
  const checkpoints = new Checkpoints({ here: () => void made.push('here'), elsewhere }, () => clock.ms);
  const ended = async (error?: Error): Promise<void> => {
    end(error);
    await new Promise((done) => setImmediate(done));
  };
  return { made, clock, checkpoints, ended };
}

it('checkpoints of a file that is written occasionally are made in the server', () => {
  const { made, clock, checkpoints } = writing();
  for (let count = 0; count < 9; count++) {
    clock.ms += 3_000;
    checkpoints.committed(2 * MB);
  }
  expect(made).toEqual(['here', 'here', 'here', 'here']);
});

it('checkpoints at short intervals are made elsewhere, except for their last part', async () => {
  const { made, checkpoints, ended } = writing();
  checkpoints.committed(4 * MB);
  for (let count = 0; count < 5; count++) checkpoints.committed(MB);
  expect(made).toEqual(['here', 'elsewhere']);
  await ended();
  expect(made).toEqual(['here', 'elsewhere', 'elsewhere']);
  await ended();
  checkpoints.committed(1);
  expect(made).toEqual(['here', 'elsewhere', 'elsewhere', 'here']);
  checkpoints.committed(4 * MB);
  expect(made.at(-1)).toBe('elsewhere');
});

it('the server makes a checkpoint if another process cannot, or never catches up', async () => {
  const { made, checkpoints, ended } = writing();
  for (let count = 0; count < 2; count++) checkpoints.committed(4 * MB);
  await ended(new Error('no memory'));
  checkpoints.committed(1);
  expect(made).toEqual(['here', 'elsewhere', 'here']);
  checkpoints.committed(4 * MB);
  for (let count = 0; count < 4; count++) {
    checkpoints.committed(MB);
    await ended();
  }
  checkpoints.committed(1);
  expect(made.slice(3)).toEqual(['elsewhere', 'elsewhere', 'elsewhere', 'elsewhere', 'here']);
});

it('large checkpoints are made elsewhere, even if the file is rarely written', async () => {
  const { made, clock, checkpoints, ended } = writing();
  checkpoints.committed(9 * MB);
  expect(made).toEqual(['elsewhere']);
  await ended();
  clock.ms += 6_000;
  checkpoints.committed(9 * MB);
  expect(made).toEqual(['elsewhere', 'elsewhere']);
  await ended();
  checkpoints.committed(1);
  expect(made.at(-1)).toBe('here');
});

it('waits for the checkpoint that another process is making', async () => {
  const { checkpoints, ended } = writing();
  await checkpoints.settled();
  for (let count = 0; count < 2; count++) checkpoints.committed(4 * MB);
  let isSettled = false;
  const settling = checkpoints.settled().then(() => {
    isSettled = true;
  });
  await new Promise((done) => setImmediate(done));
  expect(isSettled).toBe(false);
  await ended();
  await settling;
});
