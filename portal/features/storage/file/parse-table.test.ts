import { expect, test } from 'vitest'
import { parseTable, separatorOf } from './parse-table.ts'

test('cells keep their quotes, separators and line breaks', () => {
  const text = 'name,note\r\n"Lee, Kim","said ""yes""\nand left"\r\nlast,'
  expect(parseTable(text, ',')).toEqual({
    rows: [
      ['name', 'note'],
      ['Lee, Kim', 'said "yes"\nand left'],
      ['last', ''],
    ],
    columns: 2,
  })
})

test('empty lines are left out, rows may be of different lengths, and a quote that never closes takes the rest', () => {
  expect(parseTable('a\n\nb,c,d\n', ',')).toEqual({ rows: [['a'], ['b', 'c', 'd']], columns: 3 })
  expect(parseTable('a,"b\nc', ',').rows).toEqual([['a', 'b\nc']])
  expect(parseTable('', ',')).toEqual({ rows: [], columns: 0 })
  expect(parseTable('\ufeffa;b', ';').rows).toEqual([['a', 'b']])
})

test('the separator is the one that the first line uses, not counting what is in quotes', () => {
  expect(separatorOf('a;b;c\n1,5;2;3')).toBe(';')
  expect(separatorOf('"a,b,c"\td\te')).toBe('\t')
  expect(separatorOf('one column')).toBe(',')
})
