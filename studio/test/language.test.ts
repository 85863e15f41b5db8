import { expect, it } from 'vitest';
import { commonLanguages, languagesLike } from '../src/editors/choice/language.ts';

const valuesLike = (typed: string): readonly string[] =>
  languagesLike(commonLanguages('en'), typed).map(({ value }) => value);

it('languages that begin with what was typed come before those that contain it', () => {
  expect(valuesLike('French')).toEqual(['fr', 'fr-CA', 'fr-CH']);
  expect(valuesLike(' spanish')[0]).toBe('es');
});

it('languages are found by their tags, and all are there before anything is typed', () => {
  expect(valuesLike('pt-br')).toEqual(['pt-BR']);
  expect(valuesLike('')).toHaveLength(commonLanguages('en').length);
});
