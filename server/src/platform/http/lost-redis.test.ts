import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { redisToCutOff } from '#testing/doubles/cut-off-redis.ts'
import { redisUrl } from '#testing/servers/server-process.ts'

async function givenRedisToCutOff() {
  const redis = await redisToCutOff(redisUrl ?? '')
  const app = await startTestApp({ env: { REDIS_URL: redis.url } })
  onTestFinished(app.close)
  const { organization, owner } = await app.given.organization()
  const client = await app.as(owner)
  const path = `/api/organizations/${organization.id}/workflows`
  const create = (key: string) => client.post(path, { name: key }, { 'idempotency-key': key })
  return { redis, app, organization, create, names: async () => (await client.get(path)).body.data.length }
}

test.runIf(redisUrl).for(['cutOff', 'close'] as const)(
  'visitors are answered, what is created twice is created once, and the server stops, while Redis is lost: %s',
  async (lose) => {
    const { redis, app, organization, create, names } = await givenRedisToCutOff()
    await app.given.visitor(organization)
    redis[lose]()
    for (let nth = 0; nth < 3; nth++) await app.given.visitor(organization)
    const [first, again] = [await create('while-lost-1'), await create('while-lost-1')]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(await names()).toBe(1)
  },
)

test.runIf(redisUrl)('a limit is counted in each process while Redis is lost', async () => {
  const redis = await redisToCutOff(redisUrl ?? '')
  const app = await startTestApp({ env: { REDIS_URL: redis.url, KEY_GUESSES_PER_MINUTE: '3' } })
  onTestFinished(app.close)
  const guess = async () => (await app.withKey('wrong').get('/api/private/workflow/run/1')).status
  redis.cutOff()
  const statuses = []
  for (let nth = 0; nth < 5; nth++) statuses.push(await guess())
  expect(statuses).toEqual([401, 401, 401, 429, 429])
})
