import { expect, test } from 'vitest'
import { checkFloors } from '../check-floors.ts'
import { feature, plant } from './planted-house.ts'

const planted: [fault: string, path: string, text: string, line: number, sentence: string | RegExp][] = [
  [
    'a contract imports a package other than zod',
    'contracts/src/a.ts',
    `import { v7 } from 'uuid'\nexport const a = v7`,
    1,
    'the contracts depend on zod alone, not on uuid.',
  ],
  [
    'a contract imports Node',
    'contracts/src/a.ts',
    `\nimport { join } from 'node:path'\nexport const a = join`,
    2,
    'the contracts depend on zod alone, not on node:path.',
  ],
  [
    'a contract imports the platform',
    'contracts/src/a.ts',
    `import { log } from '#platform/log.ts'\nexport const a = log`,
    1,
    'a contract stands below server/src/platform/log.ts and cannot import it.',
  ],
  [
    'the platform imports a feature',
    'server/src/platform/a.ts',
    `import { users } from '#features/users/table.ts'\nexport const a = users`,
    1,
    'the platform stands below server/src/features/users/table.ts and cannot import it.',
  ],
  [
    'the platform imports the app',
    'server/src/platform/a.ts',
    `import { main } from '../app/main.ts'\nexport const a = main`,
    1,
    'the platform stands below server/src/app/main.ts and cannot import it.',
  ],
  [
    'a feature imports the app',
    feature('users/find-user.ts'),
    `import { main } from '#app/main.ts'\nexport const a = main`,
    1,
    'a feature cannot import server/src/app/main.ts.',
  ],
  [
    'a feature imports the portal',
    feature('users/find-user.ts'),
    `import { Page } from '../../../../portal/app/page.tsx'\nexport const a = Page`,
    1,
    'a feature cannot import portal/app/page.tsx.',
  ],
  [
    'a feature imports from a later one',
    feature('users/find-user.ts'),
    `import { readFile } from '#features/storage/read-file.ts'\nexport const a = readFile`,
    1,
    'users stands below storage and cannot import from it.',
  ],
  [
    'a floor imports a surface',
    feature('storage/find-file.ts'),
    `import { listLogs } from '#features/logs/list-logs.ts'\nexport const a = listLogs`,
    1,
    'storage stands below logs and cannot import from it.',
  ],
  [
    'a later feature is imported as a type',
    feature('users/find-user.ts'),
    `import type { readFile } from '#features/storage/read-file.ts'\nexport type A = typeof readFile`,
    1,
    'users stands below storage and cannot import from it.',
  ],
  [
    'a later feature is imported inside a type',
    feature('users/find-user.ts'),
    `export type A = import('#features/storage/read-file.ts').A`,
    1,
    'users stands below storage and cannot import from it.',
  ],
  [
    'a later feature is imported while running',
    feature('users/find-user.ts'),
    `export const a = () =>\n  import('#features/storage/read-file.ts')`,
    2,
    'users stands below storage and cannot import from it.',
  ],
  [
    'a later feature is imported by a template',
    feature('users/find-user.ts'),
    'export const a = () => import(`#features/storage/read-file.ts`)',
    1,
    'users stands below storage and cannot import from it.',
  ],
  [
    'a later feature is passed on',
    feature('users/find-user.ts'),
    `export { readFile } from '#features/storage/read-file.ts'\nexport const a = 1`,
    1,
    'users stands below storage and cannot import from it.',
  ],
  [
    'a later feature is imported by a relative path',
    feature('users/find-user.ts'),
    `import { readFile } from '../storage/read-file.ts'\nexport const a = readFile`,
    1,
    'users stands below storage and cannot import from it.',
  ],
  [
    'surfaces import each other',
    feature('logs/find-log.ts'),
    `import { listInbox } from '#features/inbox/list-inbox.ts'\nexport const a = listInbox`,
    1,
    'the surfaces logs and inbox never import each other.',
  ],
  [
    'another feature’s routes are imported',
    feature('storage/find-file.ts'),
    `import { routes } from '#features/users/routes.ts'\nexport const a = routes`,
    1,
    'routes.ts is private to users.',
  ],
  [
    'another feature’s subfolder is imported',
    feature('inbox/find-file.ts'),
    `import { embed } from '#features/storage/indexing/embed.ts'\nexport const a = embed`,
    1,
    'indexing/embed.ts is private to storage.',
  ],
  [
    'a test imports another feature’s routes',
    feature('storage/a.test.ts'),
    `import { routes } from '#features/users/routes.ts'\nexport const a = routes`,
    1,
    'routes.ts is private to users.',
  ],
  [
    'a test is imported',
    feature('users/find-user.ts'),
    `import './routes.test.ts'\nexport const a = 1`,
    1,
    'server/src/features/users/routes.test.ts is a test; nothing imports it.',
  ],
  [
    'the tests’ helpers are imported by other code',
    feature('users/find-user.ts'),
    `import { app } from '#testing/app.ts'\nexport const a = app`,
    1,
    'only tests import from server/src/testing.',
  ],
  [
    'the tests’ helpers are imported by the app',
    'server/src/app/seed.ts',
    `import { helper } from '#testing/helper.ts'\nexport const a = helper`,
    1,
    'only tests import from server/src/testing.',
  ],
  [
    'the portal imports the server',
    'portal/app/a.ts',
    `import { users } from '#features/users/table.ts'\nexport const a = users`,
    1,
    /^the portal imports from itself and the contracts alone, not server/,
  ],
  [
    'the portal imports the widget',
    'portal/app/a.ts',
    `import loader from '../../widget/loader/loader.ts'\nexport const a = loader`,
    1,
    /^the portal imports from itself and the contracts alone, not widget/,
  ],
  [
    'the widget imports the portal',
    'widget/chat/a.tsx',
    `import { Page } from '../../portal/app/page.tsx'\nexport const a = <Page />`,
    1,
    /^the widget imports from itself and the contracts alone, not portal/,
  ],
  [
    'the app imports the portal',
    'server/src/app/a.ts',
    `import { Page } from '../../../portal/app/page.tsx'\nexport const a = Page`,
    1,
    'the server does not import from the portal.',
  ],
]

test.each(planted)('%s: exactly that is found', (_fault, path, text, line, sentence) => {
  const { faults } = checkFloors(plant({ [path]: text }))
  const expected = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)
  expect(faults).toEqual([{ file: path, line, sentence: expected }])
})
