import { expect, test } from 'vitest'
import { EmailAddress } from './email-address.ts'
import { foldText } from './fold-text.ts'

// Each pair is in the wrong order, so that normalization moves every mark past all those before it.
const THAI = '\u0e48\u0e38'.repeat(50_000)
const HALF_WIDTH = '\u094d\uff9e'.repeat(50_000)

test('of a letter with more marks than any language has, thirty are searched', () => {
  expect(foldText(`ก${THAI}ก`)).toHaveLength(32)
  expect(foldText(`क${HALF_WIDTH}क`)).toHaveLength(32)
  expect(foldText(`${'คุณอยู่ที่ไหน '.repeat(10_000)}`)).toHaveLength(140_000)
})

test('an address that is far too long is refused before it is normalized', () => {
  const sent = EmailAddress.safeParse(`a${'\u0307\u0323'.repeat(50_000)}@a.example`)
  expect(sent.error?.issues).toMatchObject([{ code: 'too_big', maximum: 254 }])
})
