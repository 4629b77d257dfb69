import { expect, test } from 'vitest'
import { findOptions } from './mention-source.ts'

const option = (text: string) => ({ id: text, text, note: '', kind: 'teammate' as const })
const source = { trigger: '@', label: '', options: ['Dana Scully', 'Dan', 'Ana Dantas', 'Finn'].map(option) }
const found = (wanted: string) => findOptions(source, wanted).map(({ text }) => text)

test('names are found by the beginnings of their words, whatever their case', () => {
  expect(found('')).toEqual(['Dana Scully', 'Dan', 'Ana Dantas', 'Finn'])
  expect(found('dan')).toEqual(['Dana Scully', 'Dan', 'Ana Dantas'])
  expect(found('scu da')).toEqual(['Dana Scully'])
  expect(found('x')).toEqual([])
})

test('a whole name and a space behind it is done; a part of a longer one is not', () => {
  expect(found('Dana Scully ')).toEqual([])
  expect(found('Dana ')).toEqual(['Dana Scully'])
})
