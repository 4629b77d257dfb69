import { expect, test } from 'vitest'
import { variables } from '#features/variables/table.ts'
import { testApp } from '#testing/app.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await testApp()

test('a program reads which variables there are, and how many more where they are many', async () => {
  const { organization, admin } = await app.given.organization()
  const hosted = await givenHosted(app, admin, await app.given.teammate(organization))
  const add = (count: number, prefix: string) =>
    app.ctx.db.insert(variables).values(
      Array.from({ length: count }, (_, n) => ({
        organization_id: organization.id,
        placeholder: `${prefix}_${n}`,
        value: 'x',
        is_secret: false,
      })),
    )
  const instructions = async () =>
    String((await hosted.ask('initialize')).body.result.instructions).split('# Variables')[1]
  expect(await instructions()).toBe(undefined)
  await add(200, 'A')
  expect(await instructions()).toMatch(/A_99\.$/)
  await add(3, 'B')
  const many = await instructions()
  expect(many).toMatch(/, and 3 more, which are not listed here\.$/)
  expect(many).not.toContain('B_0')
})
