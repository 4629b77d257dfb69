import { expect, test } from 'vitest'
import { cleanName } from './clean-name.ts'

test('a name keeps letters, digits and underscores, and never begins with a digit', () => {
  const cleaned = {
    ORDERS_API_KEY: 'ORDERS_API_KEY',
    ' my-key.2 ': 'mykey2',
    '{{SHOP}}': 'SHOP',
    '2nd': '_2nd',
    '-2': '_2',
    _2: '_2',
    'ключ é': '',
    '': '',
  }
  for (const [typed, name] of Object.entries(cleaned)) expect(cleanName(typed)).toBe(name)
})
