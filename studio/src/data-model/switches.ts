import type { CollectionRow } from '../model/collection.ts';
import { fieldPath, type Step } from './change.ts';
import { fieldOfKind } from './definition.ts';
import { type Kind, kindNamed } from './kinds.ts';
import { freeName } from './names.ts';

/** The features of a collection that can be switched on and off. */
export const SWITCHES = ['status', 'sort', 'times', 'people', 'translations'] as const;
export type Switch = (typeof SWITCHES)[number];

const KINDS_OF: Readonly<Record<Switch, readonly string[]>> = {
  status: ['status'],
  sort: ['sort'],
  times: ['created', 'updated'],
  people: ['owner', 'updatedBy'],
  translations: ['translations'],
};

const kindsOf = (name: Switch): readonly Kind[] =>
  KINDS_OF[name].map((kind) => kindNamed(kind)).filter((kind) => kind !== undefined);

/** The fields of a switch that the collection has. */
export function fieldsOf(name: Switch, row: CollectionRow): readonly string[] {
  const types = new Set(kindsOf(name).map(({ type }) => type));
  return Object.values(row.fields)
    .filter(({ type }) => types.has(type.toLowerCase()))
    .map(({ field }) => field);
}

/** Whether a switch is on: the collection has all of its fields. */
export const isOn = (name: Switch, row: CollectionRow): boolean => fieldsOf(name, row).length >= kindsOf(name).length;

/** The requests that turn a switch on: the fields that are missing. */
export function turnOn(name: Switch, row: CollectionRow): readonly Step[] {
  const there = new Set(Object.values(row.fields).map(({ type }) => type.toLowerCase()));
  const taken = Object.keys(row.fields);
  return kindsOf(name)
    .filter(({ type }) => !there.has(type))
    .map((kind) => ({
      method: 'POST',
      path: fieldPath(row.collection),
      body: fieldOfKind(kind, freeName(kind.field ?? kind.name, taken)),
    }));
}

/** The requests that turn a switch off, which delete its fields. */
export const turnOff = (name: Switch, row: CollectionRow): readonly Step[] =>
  fieldsOf(name, row).map((field) => ({ method: 'DELETE', path: fieldPath(row.collection, field) }));
