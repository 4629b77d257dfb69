import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a teammate is saved as a file and comes back as another one, which says what it lacks', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('link', { name: /^Robin/ }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('Robin.json')
  const file = JSON.parse(await readFile(await saved.path(), 'utf8'))
  expect(file).toMatchObject({ format: 'alongside.teammate', teammate: { name: 'Robin' } })

  await page.goto('/staff')
  await page.getByRole('button', { name: 'New teammate' }).click()
  const choose = async (content: string) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a file' }).click()
    const chooser = await choosing
    await chooser.setFiles({ name: 'teammate.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  }
  const problem = page.getByRole('dialog').getByRole('alert')
  for (const [content, sentence] of [
    ['nothing', 'it is not JSON'],
    ['[]', 'This file is not an exported teammate. Export one'],
    ['null', 'This file is not an exported teammate. Export one'],
    ['{"format":"alongside.workflow","format_version":1}', 'Import it on the Workflows page'],
    ['{"format":"alongside.teammate","format_version":2}', 'a version that isn’t supported'],
    [`{"format":"alongside.teammate","format_version":1,"a":"${'x'.repeat(4 * 1024 * 1024)}"}`, 'larger than 4 MB'],
    ['{"format":"alongside.teammate","format_version":1}', 'teammate'],
  ] as const) {
    await choose(content)
    await problem.getByText(sentence).waitFor()
  }
  expect(await barriersOn(page)).toEqual([])
  const changed = {
    ...file,
    teammate: { ...file.teammate, name: 'Robin the second' },
    connectors: [...file.connectors, { oauth_mcp: 'mail_a', ask: [] }],
    variables: [...file.variables, { placeholder: 'SHOP_KEY', is_secret: true }],
  }
  // However it is indented.
  await choose(JSON.stringify(changed) + ' '.repeat(4 * 1024 * 1024))
  const dialog = page.getByRole('dialog', { name: 'Robin the second was imported' })
  await dialog.getByText('SHOP_KEY').waitFor()
  await dialog.getByText('Gmail').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Open Robin the second' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('general')
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Robin the second')
  expect(person.faults).toEqual([])
})
