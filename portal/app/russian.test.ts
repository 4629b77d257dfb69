import { expect, test, vi } from 'vitest'
import type { Catalogue } from '../lib/i18n.ts'

const files = import.meta.glob<Record<string, Catalogue<object>>>([
  '../features/**/messages.ts',
  '../lib/**/messages.ts',
])

// A phrase that is missing in a translation does not compile; this is about whole files.
test('every feature has its words in Russian, under the name by which they are looked up', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const { russian } = await import('./russian.ts')
  const modules = await Promise.all(Object.values(files).map((load) => load()))
  vi.unstubAllGlobals()
  const names = modules.flatMap((file) => Object.values(file).map(({ name }) => name))
  expect([...russian.keys()].toSorted()).toEqual(names.toSorted())
})
