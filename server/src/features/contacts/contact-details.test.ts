import { expect, test } from 'vitest'
import { normalizeContact } from './contact-details.ts'

test.each([
  ['+49 171 1234567', '+491711234567'],
  ['\uff0b\uff14\uff19 171 1234567', '+491711234567'],
  ['\uff10\uff19\uff10-1234-5678', '09012345678'],
  ['\u0660\u0661\u0662\u0663 456', '0123456'],
  ['(0171) 123 45 67', '01711234567'],
  ['0049 171 1234567', '+491711234567'],
  ['٠٠٤٩ ١٧١ ١٢٣٤٥٦٧', '+491711234567'],
  ['00 000', '00000'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+52 55 1234 5678', '+525512345678'],
])('the phone %s is compared as %s', (phone, expected) => {
  expect(normalizeContact({ phone })).toEqual({ phone: expected })
})

test('what has no digit is no phone', () => {
  for (const phone of ['', ' ', 'none', '+', '-']) expect(normalizeContact({ phone })).toEqual({})
})
