import { expect, test } from 'vitest'
import { hasPlainQuery, queryOf, withQuery } from './query.ts'

test('the query of an address is read and written by name, and placeholders stay as they are', () => {
  const address = 'https://example.com/find?q={{input.text}}&page=2&plain#part'
  expect(queryOf(address)).toEqual({ q: '{{input.text}}', page: '2', plain: '' })
  expect(withQuery(address, { q: 'a & b {{output.x}}', page: '3' })).toBe(
    'https://example.com/find?q=a%20%26%20b%20{{output.x}}&page=3#part',
  )
  expect(queryOf(withQuery(address, { q: 'a & b', open: '{{inp' }))).toEqual({ q: 'a & b', open: '{{inp' })
  expect(withQuery(address, {})).toBe('https://example.com/find#part')
  expect(withQuery('{{BASE}}/x', { a: '%' })).toBe('{{BASE}}/x?a=%25')
  expect(hasPlainQuery('/x?a=1&a=2')).toBe(false)
  expect(queryOf('/x?a=%E0%A4%A')).toEqual({ a: '%E0%A4%A' })
})
