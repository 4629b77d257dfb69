import { expect, test } from 'vitest'
import { foldersOf, freeName, planUpload, progressOf } from './upload-item.ts'

const file = (name: string, size = 1) => ({ name, size }) as File
const planned = (path: string, size?: number) => ({ path, file: file(path.split('/').at(-1) ?? '', size) })

test('folders are made before what lies in them, empty ones too', () => {
  const picked = [planned('site/css/main.css'), planned('site/index.html'), { path: 'site/empty', file: null }]
  const items = planUpload('team', picked, 1)
  expect(foldersOf(items)).toEqual(['team', 'team/site', 'team/site/css', 'team/site/empty'])
  expect(items.map(({ folder, name, state }) => [folder, name, state])).toEqual([
    ['team/site/css', 'main.css', 'looking'],
    ['team/site', 'index.html', 'looking'],
    ['team/site', 'empty', 'looking'],
  ])
})

test('names are spelled as the server spells them, and what desktops leave in folders stays out', () => {
  const items = planUpload('/', [planned('u\u0308ber/gro\u0308\u00dfe.md'), planned('x/.DS_Store')], 1)
  expect(items.map(({ name }) => name)).toEqual(['größe.md'])
  expect(foldersOf(items)).toEqual(['/', 'über'])
})

test('what the server would refuse is not sent, and says why', () => {
  const picked = [planned('run.exe'), planned('big.md', 10 * 1024 * 1024 + 1), planned('ok.md', 10 * 1024 * 1024)]
  const items = planUpload('/', [...picked, planned('bad./x.md'), planned('trail .md')], 1)
  expect(items.map((item) => (item.state === 'failed' ? item.problem : item.state))).toEqual([
    { reason: 'type' },
    { reason: 'size' },
    'looking',
    { reason: 'name' },
    'looking',
  ])
})

test('a second of the same name gets the first number that is free', () => {
  expect(freeName('a.md', new Set(['a.md', 'a (2).md']))).toBe('a (3).md')
  expect(freeName('LICENSE', new Set(['LICENSE']))).toBe('LICENSE (2)')
})

test('progress is that of the bytes, without what was cancelled', () => {
  const items = planUpload('/', [planned('a.md', 99), planned('b.md', 99), planned('c.md', 99)], 1)
  const [a, b, c] = items
  if (!a || !b || !c) throw new Error('Three were planned')
  const progress = progressOf([
    { ...a, state: 'done' },
    { ...b, state: 'sending', sent: 50 },
    { ...c, state: 'cancelled' },
  ])
  expect(progress).toEqual({ total: 2, done: 1, failed: 0, share: 0.75, isActive: true })
})
