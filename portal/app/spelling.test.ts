import { expect, test, vi } from 'vitest'
import type { Catalogue } from '../lib/i18n.ts'

const files = import.meta.glob<Record<string, Catalogue<object>>>([
  '../features/**/messages.ts',
  '../lib/**/messages.ts',
])

/** Elsewhere these are words of the wire, such as the status of a run or an invite. */
const BRITISH = /\b(?:cancell|labell)(?:ed|ing)\b/i

/** Every text of a catalog; of those that are made of values, the code that makes them. */
function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (typeof part === 'function') return [String(part)]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : []
}

test('pages are spelled as Americans spell', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const modules = await Promise.all(Object.values(files).map((load) => load()))
  vi.unstubAllGlobals()
  const texts = modules.flatMap((file) => Object.values(file).flatMap(({ en }) => textsOf(en)))
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((text) => BRITISH.test(text))).toEqual([])
})
