import { expect, test } from 'vitest'
import { estimatePrompt, estimateTokens } from './estimate-tokens.ts'

const tokensOf = (content: string) => estimatePrompt({ system: '', messages: [{ role: 'user', content }] })

test('a text is never counted far below what a tokenizer makes of it, in any script', () => {
  const nothing = tokensOf('')
  expect(tokensOf('a'.repeat(300)) - nothing).toBe(100)
  expect(tokensOf('東京都'.repeat(100)) - nothing).toBeGreaterThanOrEqual(300)
  expect(tokensOf('Привет'.repeat(100)) - nothing).toBeGreaterThanOrEqual(300)
  expect(tokensOf('🙂'.repeat(300)) - nothing).toBeGreaterThanOrEqual(300)
})

test('the tools are counted as the vendor is sent them, which may be longer than their server listed them', () => {
  const $defs = { Place: { type: 'object', properties: { city: { type: 'string', description: 'x'.repeat(300) } } } }
  const properties = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, { $ref: '#/$defs/Place' }]))
  const tools = [{ name: 'travel', description: '', input_schema: { type: 'object', properties, $defs } }]
  const request = { system: '', messages: [], tools }
  expect(estimateTokens(request, 'vendor_1')).toBeLessThan(800)
  expect(estimateTokens(request, 'vendor_3')).toBeGreaterThan(2000)
})
