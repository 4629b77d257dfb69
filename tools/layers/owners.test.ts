import { expect, test } from 'vitest'
import { checkLayers } from '../check-layers.ts'
import { feature, layersWith, plant, type Tree } from './fixture-tree.ts'

const file = feature('inbox/count-users.ts')
const imported = `import { users } from '#features/users/table.ts'\n`
const faultsOf = (tree: Tree) => checkLayers(plant(tree)).faults

const planted: [fault: string, text: string, line: number, table?: string][] = [
  ['rows are inserted', `${imported}export const a = db.insert(users).values({})`, 2],
  ['rows are updated', `${imported}export const a = (ctx) =>\n  ctx.db.update(users)`, 3],
  ['rows are deleted', `${imported}export const a = db['delete'](users)`, 2],
  [
    'a constant has another name here',
    `import { users as people } from '../users/table.ts'\nexport const a = db.insert(people)`,
    2,
  ],
  [
    'a constant has got another name',
    `${imported}const people = users, folks = people\nexport const a = db.insert(folks)`,
    3,
  ],
  ['a whole module is imported', `import * as t from '../users/table.ts'\nexport const a = db.insert(t.users)`, 2],
  ['SQL inserts', `${imported}export const a = sql\`with x as (\n  insert into \${users} (id) values (1))\``, 3],
  ['SQL updates', `${imported}export const a = sql\`UPDATE ONLY \${users} set a = 1\``, 2],
  ['SQL deletes', `${imported}export const a = sql\`delete from \${users} where true\``, 2],
  ['SQL names a table in words', `export const a = 'insert into "user_sessions" values (1)'`, 1, 'user_sessions'],
  ['SQL updates a table by its name', `export const a = sql\`\nupdate users as u set a = \${1}\``, 1],
  ['SQL empties a table', 'export const a = sql`truncate users`', 1],
]

test.each(planted)(
  'outside the feature that owns the table, %s: exactly that is found',
  (_fault, text, line, table) => {
    expect(faultsOf({ [file]: text })).toEqual([
      { file, line, sentence: `only users writes its table ${table ?? 'users'}.` },
    ])
  },
)

test('the app may not write tables either', () => {
  const path = 'server/src/app/seed.ts'
  const text = `${imported}export const a = db.insert(users)`
  expect(faultsOf({ [path]: text })).toMatchObject([{ file: path, line: 2 }])
})

const harmless: [what: string, text: string][] = [
  ['reading and joining', `${imported}export const a = sql\`select 1 from \${users} for update of users\``],
  ['what is written on conflict', `${imported}export const a = sql\`on conflict do update set a = \${users}\``],
  ['a map that deletes', `${imported}export const a = new Map().delete(users.id), b = hash.update(text)`],
  ['a table that nobody declares', `export const a = 'insert into elsewhere values (1)'`],
  ['a sentence', `export const a = 'People update users when they insert into the list, and delete from it'`],
]

test.each(harmless)('%s is no write', (_what, text) => {
  expect(faultsOf({ [file]: text })).toEqual([])
})

test('tests and what tests share may prepare rows', () => {
  const text = `${imported}export const a = db.insert(users)`
  const paths = [feature('inbox/count-users.test.ts'), 'server/src/testing/given.ts', 'bench/fill.ts']
  expect(faultsOf(Object.fromEntries(paths.map((path) => [path, text])))).toEqual([])
})

test('a joint statement writes exactly what it was declared with', () => {
  const both = `import { sessions, users } from '../users/table.ts'
export const a = sql\`with x as (insert into \${users} values (1)) delete from \${sessions}\``
  const withTables = (...tables: string[]) =>
    faultsOf({ 'tools/layers.json': layersWith({ [file]: tables }), [file]: both })
  expect(withTables('users', 'user_sessions')).toEqual([])
  expect(withTables('users').map(({ sentence }) => sentence)).toEqual([
    'the file writes user_sessions, which tools/layers.json leaves out.',
    'only users writes its table user_sessions.',
  ])
  expect(withTables('users', 'user_sessions', 'teams')).toEqual([
    { file, line: 1, sentence: 'tools/layers.json says that the file writes teams, which it does not.' },
  ])
})

test('a joint statement that is gone may not stay declared', () => {
  expect(faultsOf({ 'tools/layers.json': layersWith({ [file]: ['users'] }) })).toEqual([
    { file: 'tools/layers.json', line: 1, sentence: `there is no file ${file} that could write tables.` },
  ])
})
