import { beforeAll, expect, it } from 'vitest';
import { serverContext } from '../../../src/persistence/context.ts';
import { type Imported, importItems } from '../../../src/services/import/import.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

const LINES = 7;
const line = (number: number): string => JSON.stringify({ title: `line ${number}` });

/** Something that is waited for. */
class Gate {
  open: () => void = () => {};
  readonly opened = new Promise<void>((done) => {
    this.open = done;
  });
}

onEveryEngine('an import', ({ project }) => {
  beforeAll(async () => {
    await addNotes(project);
  });

  const importing = async (lines: AsyncIterable<string>, refused: string[] = []): Promise<Imported> => {
    const store = await project.opened();
    const context = { ...serverContext(store, 'test'), skipActivity: 'always' as const };
    const told = (number: number, reason: string): void => void refused.push(`${number} ${reason}`);
    const what = { collection: 'notes', name: 'one', size: 2, refused: told, progress: () => {} };
    return importItems(context, { ...what, lines });
  };
  const titles = async (): Promise<string[]> => {
    const { body } = await project.ask('GET', '/items/notes?limit=-1&fields=title&sort=id');
    return (body.data as { title: string }[]).map(({ title }) => title);
  };

  it('gives way to another of its name that has gone on meanwhile, and no line is imported twice', async () => {
    const [gate, waiting] = [new Gate(), new Gate()];
    async function* slow(): AsyncGenerator<string> {
      for (let number = 1; number <= LINES; number++) {
        if (number === 3) {
          waiting.open();
          await gate.opened;
        }
        yield line(number);
      }
    }
    async function* quick(): AsyncGenerator<string> {
      for (let number = 1; number <= LINES; number++) yield line(number);
    }
    const first = importing(slow()).catch((error: Error) => error.message);
    await waiting.opened;
    expect(await importing(quick())).toEqual({ skipped: 2, created: LINES - 2, refused: 0 });
    gate.open();
    expect(await first).toMatch(/^Another import of that name is under way/);
    expect(await titles()).toEqual(Array.from({ length: LINES }, (_, index) => `line ${index + 1}`));
  });

  it('names the lines that are refused, however many others are written with them', async () => {
    const refused: string[] = [];
    async function* lines(): AsyncGenerator<string> {
      yield '{"title": "a", "code": "same"}';
      yield '{"title": "b", "code": "same"}';
      yield 'no JSON';
      yield '{"title": "c"}';
    }
    expect(await importing(lines(), refused)).toEqual({ skipped: 0, created: 2, refused: 2 });
    expect(refused.map((text) => text.slice(0, 2))).toEqual(['2 ', '3 ']);
  });
});
