import { expect, test } from 'vitest'
import { originOf } from './origin-of.ts'

test.each([
  ['https://shop.example', 'https://shop.example'],
  [' HTTPS://Shop.Example/cart?id=1 ', 'https://shop.example'],
  ['shop.example', 'https://shop.example'],
  ['shop.example:8443/cart', 'https://shop.example:8443'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://shop.example:443', 'https://shop.example'],
])('%s names the origin %s', (text, origin) => {
  expect(originOf(text)).toBe(origin)
})

test.each([
  '',
  '   ',
  'shop',
  'ftp://shop.example',
  'https://',
  'https://a b',
  'javascript:alert(1)',
  'me@shop.example',
])('"%s" names none', (text) => {
  expect(originOf(text)).toBeNull()
})
