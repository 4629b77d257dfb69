import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'
import { connectAccount, startIdentityProviders } from '#testing/integrations.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

test.for(Object.entries(databases))(
  'an account works on after a server was killed between the renewal of its token and saving it (%s)',
  async ([, over]) => {
    await using providers = await startIdentityProviders()
    const { idpb } = providers
    const seeding = await startTestApp({ env: { ...over, ...providers.env }, parts: ['web'] })
    const { organization, owner } = await seeding.given.organization()
    const teammate = await seeding.given.teammate(organization)
    await connectAccount(await seeding.as(owner), { organization, teammate }, idpb)
    const { cookie } = await seeding.given.session(owner)
    const { DATA_DIR, DATABASE_URL = '', SESSION_COOKIE_NAME } = seeding.config
    await seeding.close()
    const begin = async () => {
      const server = spawnServer({ DATA_DIR, DATABASE_URL, ...providers.env })
      return { server, client: createClient(await server.address, { cookie: `${SESSION_COOKIE_NAME}=${cookie}` }) }
    }
    const validate = `/api/organizations/${organization.id}/employees/${teammate.id}/integrations/idpb/validate`
    const renewals = () => idpb.asked.filter(({ body }) => body.includes('grant_type=refresh_token')).length

    idpb.grants.endAccess()
    idpb.loseTokens(1)
    const first = await begin()
    const asked = first.client.post(validate).catch(() => null)
    await expect.poll(renewals).toBe(1)
    await first.server.kill('SIGKILL')
    await asked

    const second = await begin()
    expect((await second.client.post(validate)).body).toMatchObject({ is_valid: true })
    expect(renewals()).toBe(2)
    expect(second.server.complaints).toEqual([])
  },
)
