import { expect, test } from 'vitest'
import { readAddresses } from './read-addresses.ts'

test.each([
  ['nothing', '  \n ', []],
  ['commas, semicolons, spaces and lines', 'a@x.test, b@x.test;c@x.test\n\td@x.test', ['a', 'b', 'c', 'd']],
  ['an address that occurs twice, in whichever case', 'a@x.test A@X.test', ['a']],
  [
    'names beside addresses, as a mail client copies them',
    '"Ann Lee" <a@x.test>, Bob <b@x.test>; c@x.test',
    ['a', 'b', 'c'],
  ],
])('%s', (_, text, names) => {
  expect(readAddresses(text)).toEqual(names.map((name) => `${name}@x.test`))
})

test('what is no address is kept, so that it can be named', () => {
  expect(readAddresses('ann, b@x.test')).toEqual(['ann', 'b@x.test'])
})
