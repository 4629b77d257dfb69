import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolNames } from './tool-names.ts'

const offering = (...names: string[]) => ({
  messages: [],
  tools: names.map((name) => ({ name, description: '', input_schema: {} })),
})

test('dots stay where the vendor takes them and are written out where it does not', () => {
  expect(toolNames('vendor_3', offering('storage.search')).encode('storage.search')).toBe('storage.search')
  expect(toolNames('vendor_1', offering('storage.search')).encode('storage.search')).toBe('storage__search')
})

test('two names that would fall together are distinguished, and the one that needs no change keeps its own', () => {
  const names = toolNames('custom', offering('a.b', 'a__b'))
  expect([names.encode('a__b'), names.encode('a.b')]).toEqual(['a__b', 'a__b_2'])
  expect([names.decode('a__b'), names.decode('a__b_2')]).toEqual(['a__b', 'a.b'])
})

test('a name the model invented comes back as it is', () => {
  expect(toolNames('custom', offering('a.b')).decode('no__such_tool')).toBe('no__such_tool')
})

test('a tool that was called before and is no longer offered still comes back under its own name', () => {
  const messages = [{ role: 'assistant' as const, content: '', tool_calls: [{ id: '1', name: 'x.y', input: {} }] }]
  expect(toolNames('vendor_4', { tools: [], messages }).decode('x__y')).toBe('x.y')
})

test('every set of names survives the way there and back, in a form the vendor takes', () => {
  const name = fc.string({ minLength: 1, maxLength: 90, unit: fc.constantFrom('a', 'b', '.', '_', '-', '/', 'é') })
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (all) => {
      const names = toolNames('vendor_1', offering(...all))
      for (const each of all) {
        expect(names.encode(each)).toMatch(/^[\w-]{1,64}$/)
        expect(names.decode(names.encode(each))).toBe(each)
      }
    }),
  )
})
