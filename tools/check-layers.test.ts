import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkLayers } from './check-layers.ts'
import { clean, feature, numbered, plant, type Tree } from './layers/fixture-tree.ts'

const faultsOf = (tree: Tree) =>
  checkLayers(plant(tree)).faults.map(({ file, line, sentence }) => `${file}:${line}  ${sentence}`)

test('a project in order has no fault, whatever its comments and texts say', () => {
  expect(faultsOf({})).toEqual([])
})

const planted: [fault: string, path: string, text: string, line: number, sentence: string | RegExp][] = [
  [
    'a feature has no place in the order',
    feature('billing/table.ts'),
    `export const a = 1`,
    1,
    'the feature billing has no place in tools/layers.json.',
  ],
  ['a file is outside every layer', 'server/src/helpers.ts', `export const a = 1`, 1, 'the file belongs to no layer.'],
  ['a file is beside the features', feature('shared.ts'), `export const a = 1`, 1, 'the file belongs to no layer.'],
  [
    'a file only passes on',
    feature('users/all-users.ts'),
    `// everything\nexport * from './table.ts'\nexport type { createUser } from './create-user.ts'`,
    1,
    'the file only passes on what others export; import from them instead.',
  ],
  [
    'a file only imports and passes on',
    feature('users/all-users.ts'),
    `import { users } from './table.ts'\nexport { users }`,
    1,
    'the file only passes on what others export; import from them instead.',
  ],
  ['a file is too long', 'portal/app/long.ts', numbered(301), 301, 'the file has 301 lines; the limit is 300.'],
  [
    'a style sheet is too long',
    'portal/app/long.css',
    'a { color: red }\n'.repeat(301),
    301,
    'the file has 301 lines; the limit is 300.',
  ],
  [
    'a script of the tooling is too long',
    'tools/long.mjs',
    numbered(301),
    301,
    'the file has 301 lines; the limit is 300.',
  ],
  [
    'the environment is read',
    feature('users/find-user.ts'),
    `export const a = 1\nexport const b = process.env.HOME`,
    2,
    'only server/src/platform/config.ts reads the environment.',
  ],
  [
    'the environment is read by a text key',
    'portal/app/a.ts',
    `export const b = globalThis.process['env']`,
    1,
    'only server/src/platform/config.ts reads the environment.',
  ],
  [
    'the environment is taken out of the process',
    'server/src/app/a.ts',
    `const { env: e } = process\nexport const b = e`,
    1,
    'only server/src/platform/config.ts reads the environment.',
  ],
  [
    'the environment is imported',
    'server/src/app/a.ts',
    `import { env } from 'node:process'\nexport const b = env`,
    1,
    'only server/src/platform/config.ts reads the environment.',
  ],
  ['a file cannot be parsed', 'portal/app/a.ts', `export const = 1`, 1, /^the file cannot be parsed: /],
  [
    'a file imports itself',
    'portal/app/a.ts',
    `import { a } from './a.ts'\nexport const b = a`,
    1,
    'imports go in a circle: portal/app/a.ts → portal/app/a.ts.',
  ],
]

test.each(planted)('%s: exactly that is found', (_fault, path, text, line, sentence) => {
  const { faults } = checkLayers(plant({ [path]: text }))
  const expected = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)
  expect(faults).toEqual([{ file: path, line, sentence: expected }])
})

test('a circle of imports is found once, types and running imports included', () => {
  const circle = {
    [feature('users/a-one.ts')]: `import { b } from './b-two.ts'\nexport const a = b`,
    [feature('users/b-two.ts')]: `\nimport type { c } from './c-three.ts'\nexport const b = (x: typeof c) => x`,
    [feature('users/c-three.ts')]: `export const c = () => import('./a-one.ts')`,
    [feature('users/d-four.ts')]: `import { a } from './a-one.ts'\nexport const d = a`,
  }
  const [one, two, three] = Object.keys(circle)
  expect(faultsOf(circle)).toEqual([`${one}:1  imports go in a circle: ${one} → ${two} → ${three} → ${one}.`])
})

test('a root with nothing in it is an error, because a check of nothing would pass', () => {
  expect(() => checkLayers(join(plant({}), 'portal'))).toThrow('There is no file to check')
})

test('two circles are two faults', () => {
  const pair = (folder: string) => ({
    [`${folder}/p.ts`]: `import { q } from './q.ts'\nexport const p = q`,
    [`${folder}/q.ts`]: `import { p } from './p.ts'\nexport const q = p`,
  })
  expect(faultsOf({ ...pair('portal/app'), ...pair('widget/chat') })).toHaveLength(2)
})

test('as a command it prints each fault with its place and fails, or one line and succeeds', () => {
  const run = (tree: Tree) => {
    const command = fileURLToPath(new URL('check-layers.ts', import.meta.url))
    const { status, stdout } = spawnSync(process.execPath, [command, plant(tree)], { encoding: 'utf8' })
    return { status, stdout }
  }
  // All but the two JSON files and what lies below node_modules.
  const checked = Object.keys(clean).length - 3
  expect(run({})).toEqual({ status: 0, stdout: `Layers checked: ${checked} files, no fault.\n` })
  expect(run({ [feature('users/find-user.ts')]: `\nexport const a = process.env.A` })).toEqual({
    status: 1,
    stdout: 'server/src/features/users/find-user.ts:2  only server/src/platform/config.ts reads the environment.\n',
  })
})
