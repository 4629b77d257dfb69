import { expect, test } from 'vitest'
import { nameSources } from './name-sources.ts'

const SAID: [string, string][] = [
  ['You have 30 days.\n\n— `Help/returns.md:1-3`', 'You have 30 days.\n\n— returns'],
  ['See (Customer service/return-policy.md:3) and more.', 'See (return policy) and more.'],
  ['As in Help/returns.md:12, within 30 days', 'As in returns, within 30 days'],
  ['`manual.pdf, page 2, lines 1-4`; manual.pdf, page 2, line 1.', 'manual; manual.'],
  ['`Prices.xlsx, sheet 1 (Summer), row 3`', 'Prices'],
  ['[Rückgabe_Regeln.docx:4–6]', '[Rückgabe Regeln]'],
  // What is no place in a file stays.
  [
    'It opens at 10:30, see https://shop.example/help.html or `npm run x`.',
    'It opens at 10:30, see https://shop.example/help.html or `npm run x`.',
  ],
  ['A [link](https://shop.example/a_b) and 3:1 (of 4)', 'A [link](https://shop.example/a_b) and 3:1 (of 4)'],
]

test('places in files become titles, and everything else stays as it was said', () => {
  for (const [said, shown] of SAID) expect(nameSources(said, true)).toBe(shown)
})

test('what was shown of a growing text stays, and never had a place in a file', () => {
  for (const [said, shown] of SAID) {
    let before = ''
    for (let length = 0; length <= said.length; length++) {
      const now = nameSources(said.slice(0, length), false)
      expect(now.startsWith(before), JSON.stringify([before, now])).toBe(true)
      before = now
    }
    expect(shown.startsWith(before), JSON.stringify([before, shown])).toBe(true)
  }
})
