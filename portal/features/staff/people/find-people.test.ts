import { expect, test } from 'vitest'
import type { Person } from '#contracts/staff.ts'
import { canRemove, canSelect, findPeople } from './find-people.ts'

const person = (id: string, values: Partial<Person> = {}): Person => ({
  id,
  organization_id: 'organization',
  name: null,
  email: `${id}@people.test`,
  picture: null,
  role: 'member',
  joined_at: '2026-01-01T00:00:00.000Z',
  groups: null,
  last_seen_at: null,
  ...values,
})

test('people are found however their name is typed', () => {
  const people = [
    person('ana', { name: 'Ana Muñoz-Weiß' }),
    person('fedor', { name: 'Фёдор' }),
    person('ali', { name: 'عَلِي' }),
  ]
  const found = (wanted: string) => findPeople(people, wanted).map(({ id }) => id)
  expect(['munoz weiss', 'MUÑOZ', 'федор', 'ФЁДОР', 'علي'].map(found)).toEqual([
    ['ana'],
    ['ana'],
    ['fedor'],
    ['fedor'],
    ['ali'],
  ])
})

test('people are found by every word of name, e-mail and group', () => {
  const people = [
    person('ada', { name: 'Ada Lovelace', groups: [{ id: 'g', name: 'Support' }] }),
    person('grace', { name: 'Grace Hopper' }),
    person('nameless'),
  ]
  const found = (wanted: string) => findPeople(people, wanted).map(({ id }) => id)
  expect(found(' ')).toEqual(['ada', 'grace', 'nameless'])
  expect(found('love ADA')).toEqual(['ada'])
  expect(found('support')).toEqual(['ada'])
  expect(found('people.test nameless')).toEqual(['nameless'])
  expect(found('ada hopper')).toEqual([])
})

test('owners are removed by owners one by one, and nobody removes themselves', () => {
  const [owner, admin, member] = [person('o', { role: 'owner' }), person('a', { role: 'admin' }), person('m')]
  const other = person('o2', { role: 'owner' })
  expect([other, admin, member, owner].map((each) => canRemove(owner, each))).toEqual([true, true, true, false])
  expect([other, admin, member, owner].map((each) => canSelect(owner, each))).toEqual([false, true, true, false])
  expect([other, admin, member, owner].map((each) => canRemove(admin, each))).toEqual([false, false, true, false])
  expect([other, admin, owner].map((each) => canRemove(member, each))).toEqual([false, false, false])
})
