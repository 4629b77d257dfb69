import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenVariables } from '#testing/variables.ts'

const app = await testApp()

async function given() {
  const place = await givenVariables(app)
  const owner = await app.as(place.owner)
  const usages = async (id: number, client = owner) => (await client.get(`${place.path}/${id}/usages`)).body
  const teammate = (name: string, values: object) => app.given.teammate(place.organization, { name, ...values })
  return { ...place, usages, teammate }
}

test('a variable is used by the teammates whose role, description or instructions name it', async () => {
  const { create, usages, teammate } = await given()
  const { id } = await create('SHOP')
  const [c, b, a] = [
    await teammate('C', { role: 'At {{SHOP}}' }),
    await teammate('B', { description: 'At {{ SHOP }}' }),
    await teammate('A', { instructions: 'Say {{role}} of {{OTHER}}{{SHOP}}.' }),
  ]
  const others = ['SHOP', '{{shop}}', '{{SHOPS}} {{MY SHOP}}', '{{input.SHOP}}', '{{ SHOP', '{SHOP} {{}}']
  for (const instructions of others) await teammate('Another', { instructions })
  await teammate('Deleted', { instructions: '{{SHOP}}', deleted_at: new Date() })
  expect(await usages(id)).toEqual([a, b, c].map(({ id, name }) => ({ type: 'ai_employee', id, name })))
})

test('nobody learns of a teammate that they do not see', async () => {
  const { create, usages, teammate, client, member, organization, base } = await given()
  const { id } = await create('SHOP')
  const shown = await teammate('Shown', { instructions: '{{SHOP}}' })
  await teammate('Unseen', { instructions: '{{SHOP}}' })
  await app.given.accessGroup(organization, { users: [member], teammates: [shown] })
  const { body: ally } = await client.get(`${base}/employees/ally`)
  await client.put(`${base}/employees/${ally.id}`, { instructions: '{{SHOP}}' })
  const names = (found: { name: string }[]) => found.map(({ name }) => name)
  expect(names(await usages(id, client)).sort()).toEqual([ally.name, 'Shown'].sort())
  expect(names(await usages(id))).toEqual(['Shown', 'Unseen'])
})

test('what another organization has of this name is its own', async () => {
  const [mine, theirs] = [await given(), await given()]
  const { id } = await mine.create('SHOP')
  await theirs.create('SHOP')
  await theirs.teammate('Theirs', { instructions: '{{SHOP}}' })
  expect(await mine.usages(id)).toEqual([])
})

test('a name is looked for as it is written, whatever is in it', async () => {
  const { create, usages, teammate } = await given()
  for (const name of ['%', "' or 1=1 --", '__proto__', 'ключ 1']) {
    const { id } = await create(name)
    expect(await usages(id)).toEqual([])
    await teammate(name, { instructions: `{{${name}}}` })
    expect(await usages(id)).toMatchObject([{ name }])
  }
})

test('a deleted variable and another organization’s have no usages to list, like a missing one', async () => {
  const [mine, theirs] = [await given(), await given()]
  const [gone, foreign] = [await mine.create('GONE'), await theirs.create('THEIRS')]
  await mine.client.delete(`${mine.path}/${gone.id}`)
  const missing = await mine.client.get(`${mine.path}/999999999/usages`)
  expect(missing.status).toBe(404)
  for (const id of [gone.id, foreign.id, newId()])
    expect(await mine.client.get(`${mine.path}/${id}/usages`)).toLookLike(missing)
})
