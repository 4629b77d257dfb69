import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { newId } from '#platform/id.ts'
import { scratchDirectory } from '#testing/scratch.ts'

const directory = scratchDirectory

/** The migrations as they were before the one of this name. */
function migrationsBefore(name: string): string {
  const folder = directory()
  cpSync(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const at = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(name))
  if (at < 0) throw new Error(`There is no migration ${name}`)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return folder
}

test('names and pictures that only the linked account has become the user’s own, and what the user has stays', async () => {
  const database = await openDatabase(loadConfig({ DATA_DIR: directory() }))
  onTestFinished(() => database.close())
  await migrateDatabase(database, migrationsBefore('keep-names-of-identities'))

  const cases = [
    { own: [null, null], linked: ['Linked', 'https://p.test/l'], kept: ['Linked', 'https://p.test/l'] },
    { own: [' \n', ''], linked: ['Linked', 'https://p.test/l'], kept: ['Linked', 'https://p.test/l'] },
    { own: ['Own', null], linked: ['Linked', 'https://p.test/l'], kept: ['Own', 'https://p.test/l'] },
    { own: [null, 'https://p.test/o'], linked: ['Linked', null], kept: ['Linked', 'https://p.test/o'] },
    { own: ['Own', 'https://p.test/o'], linked: ['Linked', 'https://p.test/l'], kept: ['Own', 'https://p.test/o'] },
    { own: [null, null], linked: ['  ', null], kept: [null, null] },
    { own: [null, null], linked: null, kept: [null, null] },
  ].map((one) => ({ ...one, id: newId() }))
  for (const { id, own, linked } of cases) {
    const [name, picture] = own
    const user = [id, `${id}@people.test`, name, picture]
    await database.pool.query('insert into users (id, email, name, picture) values ($1, $2, $3, $4)', user)
    if (!linked) continue
    const identity = [id, `subject of ${id}`, ...linked]
    await database.pool.query(
      'insert into idpa_identities (user_id, subject, name, picture) values ($1, $2, $3, $4)',
      identity,
    )
  }
  await migrateDatabase(database)
  for (const { id, kept } of cases) {
    const { rows } = await database.pool.query('select name, picture from users where id = $1', [id])
    expect(rows).toEqual([{ name: kept[0], picture: kept[1] }])
  }
})
