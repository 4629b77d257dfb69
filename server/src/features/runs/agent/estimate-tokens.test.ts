import { expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

const tokensOf = (content: string) => estimateTokens({ system: '', messages: [{ role: 'user', content }], tools: [] })

test('a text is never counted far below what a tokenizer makes of it, in any script', () => {
  const nothing = tokensOf('')
  expect(tokensOf('a'.repeat(300)) - nothing).toBe(100)
  expect(tokensOf('東京都'.repeat(100)) - nothing).toBeGreaterThanOrEqual(300)
  expect(tokensOf('Привет'.repeat(100)) - nothing).toBeGreaterThanOrEqual(300)
  expect(tokensOf('🙂'.repeat(300)) - nothing).toBeGreaterThanOrEqual(300)
})
