import { describe, expect, it } from 'vitest';
import { destroys, planOf, type TableStep, tableOf } from '../../../src/schema/table-step.ts';
import { tableOf as table } from '../../golden/table-line.ts';

const create = (name: string): TableStep => ({ kind: 'create', table: table(name, 'id INT key') });
const drop = (name: string): TableStep => ({ kind: 'drop', table: name });
const alter = (name: string, before: string, after: string): TableStep => ({
  kind: 'alter',
  before: table(name, before),
  after: table(name, after),
});

function shown(step: TableStep): string {
  if (step.kind !== 'alter') return `${step.kind} ${tableOf(step)}`;
  const names = ({ columns }: typeof step.before): string => columns.map(({ name }) => name).join(',');
  return `${names(step.before)} → ${names(step.after)} of ${tableOf(step)}`;
}

describe('a plan of steps', () => {
  it.each([
    ['drops come last', [drop('a'), create('b')], ['create b', 'drop a']],
    [
      'what shrinks a table comes after what changes one',
      [alter('a', 'x INT | y INT', 'x INT'), alter('b', 'x INT', 'x INT | y INT'), create('c')],
      ['create c', 'x → x,y of b', 'x,y → x of a'],
    ],
    [
      'changes of one table are one',
      [
        alter('a', 'x INT', 'x INT | y INT'),
        alter('b', 'x INT', 'z INT'),
        alter('a', 'x INT | y INT', 'y INT | z INT'),
      ],
      ['x → y,z of a', 'x → z of b'],
    ],
    [
      'a column that came and went leaves a change',
      [alter('a', 'x INT', 'x INT | y INT'), alter('a', 'x INT | y INT', 'x INT')],
      ['x → x of a'],
    ],
    [
      'equal weights keep their order',
      [create('b'), create('a'), drop('d'), drop('c')],
      ['create b', 'create a', 'drop d', 'drop c'],
    ],
    [
      'a new table is created before it is changed',
      [create('a'), alter('a', 'id INT key', 'id INT key | x INT')],
      ['create a', 'id → id,x of a'],
    ],
    ['nothing', [], []],
  ])('%s', (_rule, steps, plan) => {
    expect(planOf(steps).map(shown)).toEqual(plan);
  });

  it('leaves the given steps unchanged', () => {
    const steps = [alter('a', 'x INT', 'y INT'), alter('a', 'y INT', 'z INT'), create('b')];
    planOf(steps);
    expect(steps.map(shown)).toEqual(['x → y of a', 'y → z of a', 'create b']);
  });

  it.each([
    ['create', create('a'), false],
    ['another datatype', alter('a', 'x INT', 'x BIGINT'), false],
    ['a column more', alter('a', 'x INT', 'x INT | y INT'), false],
    ['a column less', alter('a', 'x INT | y INT', 'x INT'), true],
    ['another column instead', alter('a', 'x INT', 'y INT'), true],
    ['drop', drop('a'), true],
  ])('whether values are lost: %s', (_what, step, wanted) => {
    expect(destroys(step)).toBe(wanted);
  });
});
