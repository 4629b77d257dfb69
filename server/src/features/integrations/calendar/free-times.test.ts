import { expect, test } from 'vitest'
import { freeTimes } from './free-times.ts'
import { zonedTime } from './zoned-time.ts'

const ROME = 'Europe/Rome'
const of = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })
const wanted = { minutes: 30, day_start: '09:00', day_end: '18:00', time_zone: ROME }
const inRome = (free: { from: Date; to: Date }[]) =>
  free.map(({ from, to }) => [zonedTime(from, ROME), zonedTime(to, ROME)])

test('each day has its hours, before and after the clocks are changed', () => {
  const days = of('2027-10-29T22:00:00Z', '2027-10-31T23:00:00Z')
  expect(inRome(freeTimes([], { ...wanted, ...days }))).toEqual([
    ['2027-10-30T09:00:00+02:00', '2027-10-30T18:00:00+02:00'],
    ['2027-10-31T09:00:00+01:00', '2027-10-31T18:00:00+01:00'],
  ])
})

test('events that overlap, contain each other or come in any order leave what is free between them', () => {
  const day = of('2027-01-15T00:00:00Z', '2027-01-15T23:00:00Z')
  const busy = [
    of('2027-01-15T12:00:00Z', '2027-01-15T12:20:00Z'),
    of('2027-01-15T07:00:00Z', '2027-01-15T10:00:00Z'),
    of('2027-01-15T08:30:00Z', '2027-01-15T09:00:00Z'),
    of('2027-01-15T12:35:00Z', '2027-01-15T13:00:00Z'),
    of('2027-01-15T16:40:00Z', '2027-01-16T10:00:00Z'),
  ]
  expect(inRome(freeTimes(busy, { ...wanted, ...day }))).toEqual([
    ['2027-01-15T11:00:00+01:00', '2027-01-15T13:00:00+01:00'],
    ['2027-01-15T14:00:00+01:00', '2027-01-15T17:40:00+01:00'],
  ])
})

test('what is free begins and ends within what was asked for', () => {
  const stretch = of('2027-01-15T09:07:00Z', '2027-01-15T10:00:00Z')
  expect(inRome(freeTimes([], { ...wanted, ...stretch }))).toEqual([
    ['2027-01-15T10:15:00+01:00', '2027-01-15T11:00:00+01:00'],
  ])
  expect(freeTimes([], { ...wanted, ...stretch, minutes: 60 })).toEqual([])
})

test('a day that is wholly busy has no free time', () => {
  const day = of('2027-01-15T00:00:00Z', '2027-01-15T23:00:00Z')
  expect(freeTimes([day], { ...wanted, ...day })).toEqual([])
})
