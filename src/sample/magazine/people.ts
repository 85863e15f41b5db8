/** The authors of the magazine; their keys count from 1 in this order. */
export const authors: readonly Readonly<Record<string, unknown>>[] = [
  {
    name: 'Ida Lindqvist',
    email: 'ida@example.com',
    city: 'Gothenburg',
    bio: 'Repairs wooden boats on weekdays and writes about them on Sundays.',
  },
  {
    name: 'Mateo Ferrer',
    email: 'mateo@example.com',
    city: 'Valencia',
    bio: 'Cooks for friends, takes notes, and asks every grandmother for her recipe.',
  },
  {
    name: 'Nomsa Dube',
    email: 'nomsa@example.com',
    city: 'Durban',
    bio: 'Teaches physics and keeps a telescope on the roof of the school.',
  },
  {
    name: 'Oskar Brandt',
    email: 'oskar@example.com',
    city: 'Leipzig',
    bio: 'Travels by night train whenever a night train goes there.',
  },
  {
    name: 'Yuki Tanabe',
    email: 'yuki@example.com',
    city: 'Kanazawa',
    bio: 'Gardens in pots, on a balcony of four square metres.',
  },
];

/** The tags of articles; their keys count from 1 in this order. */
export const tags: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'travel', color: '#1f7a8c' },
  { name: 'food', color: '#c8553d' },
  { name: 'science', color: '#4c6ef5' },
  { name: 'craft', color: '#8d6a4f' },
  { name: 'garden', color: '#4f9d69' },
  { name: 'music', color: '#a64ac9' },
];
