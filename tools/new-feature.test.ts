import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pathOf } from './layers/layer-of.ts'
import { filesOf } from './new-feature.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('a new feature imports only what the files that it names export', () => {
  const files = filesOf('knowledge-base')
  const missing = Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/^import (?:type )?\{ (.+) \} from '(.+)'$/gm)].flatMap(([, names = '', specifier = '']) => {
      const path = pathOf(specifier, file, aliases)
      if (path === undefined) return []
      const imported = files[path] ?? readFileSync(join(root, path), 'utf8')
      return names
        .split(', ')
        .map((name) => name.replace('type ', ''))
        .filter(
          (name) =>
            !new RegExp(`^export (async )?(const|function|class|type|interface) ${name}\\b`, 'm').test(imported),
        )
        .map((name) => `${file}: ${path} exports no ${name}`)
    }),
  )
  expect(missing).toEqual([])
})
