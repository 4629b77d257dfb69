// Makes a feature folder in the shape of the others: `npm run new -- <name>`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of a new feature, by their paths below the root. */
export function filesOf(name: string): Record<string, string> {
  const { camel, noun, Noun } = formsOf(name)
  return {
    [`contracts/src/paths/${name}.ts`]: `export const create${Noun} = 'POST /api/organizations/{organization_id}/${name}'
`,
    [`contracts/src/${name}.ts`]: `import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Name } from './name.ts'
import { Instant } from './page.ts'
import * as ${camel}Paths from './paths/${name}.ts'

export const ${Noun} = z.object({ id: z.uuid(), organization_id: z.uuid(), name: z.string(), created_at: Instant })
export type ${Noun} = z.infer<typeof ${Noun}>

export const Create${Noun} = z.object({ name: Name })
export type Create${Noun} = z.infer<typeof Create${Noun}>

export const ${camel}Endpoints = describeEndpoints(${camel}Paths, {
  create${Noun}: { summary: 'Create a ${noun}', body: Create${Noun}, answer: ${Noun} },
})
`,
    [`server/src/features/${name}/table.ts`]: `import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'

export const ${camel}Table = pgTable(
  '${name.replaceAll('-', '_')}',
  {
    id: id(),
    organization_id: organizationId(),
    name: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [index('${name.replaceAll('-', '_')}_of_an_organization').on(table.organization_id, table.id)],
)
export type ${Noun}Row = typeof ${camel}Table.$inferSelect
`,
    [`server/src/features/${name}/present.ts`]: `import type { ${Noun} } from '#contracts/${name}.ts'
import type { ${Noun}Row } from './table.ts'

export const present${Noun} = ({ created_at, ...row }: ${Noun}Row): ${Noun} => ({
  ...row,
  created_at: created_at.toISOString(),
})
`,
    [`server/src/features/${name}/events.ts`]: `import { definePush } from '#platform/event.ts'
import { everyoneInOrganization } from '../organizations/events.ts'

export const ${camel}Created = definePush('${name.replaceAll('-', '_')}.created', everyoneInOrganization)
`,
    [`server/src/features/${name}/create-${name}.ts`]: `import type { Create${Noun} } from '#contracts/${name}.ts'
import type { OrgContext } from '../organizations/context.ts'
import { ${camel}Created } from './events.ts'
import { present${Noun} } from './present.ts'
import { ${camel}Table, type ${Noun}Row } from './table.ts'

export function create${Noun}(ctx: OrgContext, { name }: Create${Noun}): Promise<${Noun}Row> {
  return ctx.transaction(async (ctx) => {
    const values = { name, organization_id: ctx.organization.id, created_at: ctx.now() }
    const [row] = await ctx.db.insert(${camel}Table).values(values).returning()
    if (!row) throw new Error('The ${noun} was not written')
    await ctx.emit(${camel}Created, present${Noun}(row))
    return row
  })
}
`,
    [`server/src/features/${name}/routes.ts`]: `import { ${camel}Endpoints } from '#contracts/${name}.ts'
import { route } from '#platform/route.ts'
import { create${Noun} } from './create-${name}.ts'
import { present${Noun} } from './present.ts'

export const routes = [
  route(${camel}Endpoints.create${Noun}, {
    caller: 'member',
    serve: async (ctx, { body }) => present${Noun}(await create${Noun}(ctx, body)),
  }),
]
`,
    [`server/src/features/${name}/feature.ts`]: `import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const ${camel}Feature: Feature = { name: '${name}', routes }
`,
    [`server/src/features/${name}/create-${name}.test.ts`]: `import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'

const app = await testApp()

test('a new ${noun} belongs to the organization, and its people are notified of it', async () => {
  const { member, organization } = await app.given.organization()
  const client = await app.as(member)
  const { status, body } = await client.post(\`/api/organizations/\${organization.id}/${name}\`, { name: 'First' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'First', organization_id: organization.id })
  const { rooms } = await app.events.next('${name.replaceAll('-', '_')}.created', ({ payload }) => payload.id === body.id)
  expect(rooms).toEqual([\`organization:\${organization.id}\`])
})
`,
  }
}

function formsOf(name: string) {
  const camel = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return { camel, noun: name.split('-').join(' '), Noun: camel.charAt(0).toUpperCase() + camel.slice(1) }
}

function makeFeature(name: string): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    stop('Give the feature a name in lower case, with dashes: npm run new -- knowledge-base')
  if (existsSync(join(root, 'server', 'src', 'features', name))) stop(`There is a feature ${name} already`)

  const { camel, Noun } = formsOf(name)
  const files = filesOf(name)
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    console.log(`  ${path}`)
  }
  execFileSync('biome', ['check', '--write', ...Object.keys(files)], { cwd: root, stdio: 'ignore' })

  console.log(`
Then:
  contracts/src/endpoints.ts   add ${camel}Endpoints to the list
  contracts/src/events.ts      add '${name.replaceAll('-', '_')}.created': ${Noun}
  tools/layers.json            put "${name}" at its place in the order, or among the surfaces
  ARCHITECTURE.md              name ${name} in the tree
  server/src/app/features.ts   list ${camel}Feature there
  server/src/app/tests/everywhere/every-event.test.ts
                               name who receives the event
  npx drizzle-kit generate --name ${name}
  npm run check && npm test`)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

if (import.meta.main) makeFeature(process.argv[2] ?? '')
