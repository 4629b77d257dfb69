import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export type Tree = Record<string, string>

/** A path inside the features. */
export const feature = (path: string) => `server/src/features/${path}`
export const numbered = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `export const line${i} = ${i}\n`).join('')

const { layers, surfaces, separate } = JSON.parse(readFileSync(new URL('../layers.json', import.meta.url), 'utf8'))
/** The real order of the layers, with these files as the only ones that write tables of others. */
export const layersWith = (joint_writes: Record<string, string[]>) =>
  JSON.stringify({ layers, surfaces, separate, open_folders: ['storage/documents'], joint_writes })

/** A small project in order, with everything in it that could be mistaken for a fault. */
export const clean: Tree = {
  'package.json': JSON.stringify({
    imports: {
      '#contracts/*': './contracts/src/*',
      '#platform/*': './server/src/platform/*',
      '#features/*': './server/src/features/*',
      '#app/*': './server/src/app/*',
      '#testing/*': './server/src/testing/*',
    },
  }),
  'tools/layers.json': layersWith({}),
  'contracts/src/users.ts': `import { z } from 'zod'\nimport { page } from './page.ts'\nexport const User = z.object({ page })`,
  'contracts/src/page.ts': `import * as z from 'zod/mini'\nexport const page = z.number()`,
  'contracts/src/users.test.ts': `import { test } from 'vitest'\nimport { User } from './users.ts'\ntest('x', () => User)`,
  'server/src/platform/config.ts': `export const port = process.env.PORT`,
  'server/src/platform/log.ts': `import { pino } from 'pino'\nimport { page } from '#contracts/page.ts'\nexport const log = pino(page)`,
  'server/src/platform/log.test.ts': `import { app } from '#testing/app.ts'\nimport { log } from './log.ts'\nlog(app)`,
  [feature('users/table.ts')]:
    `import { log } from '#platform/log.ts'\nexport const users = pgTable('users', [log])\nexport const sessions = pgTable('user_sessions', {})`,
  [feature('users/create-user.ts')]:
    `import { users } from './table.ts'\nexport const createUser = () => [db.insert(users), sql\`update ${'$'}{users} set a = 1\`, 'delete from users']`,
  [feature('users/routes.ts')]: `import { createUser } from './create-user.ts'\nexport const routes = [createUser]`,
  [feature('users/routes.test.ts')]:
    `import { app } from '#testing/app.ts'\nimport { routes } from './routes.ts'\napp(routes)`,
  [feature('storage/indexing/embed.ts')]: `export const embed = 1`,
  [feature('storage/read-file.ts')]:
    `import { embed } from './indexing/embed.ts'\nimport type { users } from '#features/users/table.ts'\nexport const readFile = (u: typeof users) => [u, embed]`,
  [feature('storage/documents/read-document.ts')]: `export const readDocument = 1`,
  [feature('inbox/list-inbox.ts')]: `import { readFile } from '#features/storage/read-file.ts'
import { readDocument } from '#features/storage/documents/read-document.ts'
// import { logs } from '#features/logs/list-logs.ts'
/* import '#app/main.ts'
   process.env.SECRET */
const text = "import '#app/main.ts'; process.env.SECRET"
const template = \`import('#app/main.ts') \${'process.env'}\`
const pattern = /import '#app\\/main.ts'/
const other = { process: { env: 1 } }, environment = other.process
export const listInbox = [readFile, readDocument, text, template, pattern, environment]`,
  [feature('logs/list-logs.ts')]: `export const listLogs = 1`,
  'server/src/app/main.ts': `import { routes } from '#features/users/routes.ts'\nimport { embed } from '#features/storage/indexing/embed.ts'\nexport const main = [routes, embed]`,
  'server/src/testing/app.ts': `import { main } from '#app/main.ts'\nexport const app = (x: unknown) => [main, x, process.env.CI]`,
  'portal/app/page.tsx': `import { User } from '#contracts/users.ts'\nimport { Button } from '../ui/button.tsx'\nexport const Page = () => <Button of={User}>import '#app/main.ts'</Button>`,
  'portal/ui/button.tsx': `import { useState } from 'react'\nexport const Button = (props: object) => <b {...props} key={useState(0)[0]} />`,
  'widget/loader/loader.ts': `import { page } from '#contracts/page.ts'\nexport default page`,
  'portal/ui/node_modules/x/index.ts': `export * from '#app/main.ts'`,
  'tools/task.ts': `import { main } from '#app/main.ts'\nimport { app } from '#testing/app.ts'\nexport const task = [main, app, process.env.PATH]`,
  'bench/full.ts': numbered(300),
}

/** Builds the project in a temporary folder, with the given files on top. */
export function plant(tree: Tree): string {
  const root = mkdtempSync(join(tmpdir(), 'project-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries({ ...clean, ...tree })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
