import { expect } from 'vitest'
import type { UserRow } from '#features/users/table.ts'
import { createClient } from '../client.ts'
import { startIdentityDouble } from '../doubles/identity/identity-double.ts'
import { connectAccount } from '../integrations/integrations.ts'
import { type Book, type BookDefinition, KILLS } from './book.ts'

export const accountsBook: BookDefinition = {
  promise: 'an account works on after a server was killed between the renewal of its token and saving it',
  async open(): Promise<Book> {
    const provider = await startIdentityDouble('idpb')
    const renewals = () => provider.asked.filter(({ body }) => body.includes('grant_type=refresh_token')).length
    let validate = ''
    let cookie = ''
    let owner: UserRow
    let enough = 0
    return {
      env: provider.env,
      async prepare(app) {
        const given = await app.given.organization()
        owner = given.owner
        const teammate = await app.given.teammate(given.organization)
        const ids = { organization: given.organization, teammate }
        expect((await connectAccount(await app.as(owner), ids, provider)).status).toBe(200)
        cookie = `${app.config.SESSION_COOKIE_NAME}=${(await app.given.session(owner)).cookie}`
        validate = `/api/organizations/${given.organization.id}/employees/${teammate.id}/integrations/idpb/validate`
      },
      async work({ address, number, isLast }) {
        const client = createClient(address, { cookie })
        enough = 2 * number - 1
        if (number > 1) {
          expect((await client.post(validate)).body).toMatchObject({ is_valid: true })
          expect(renewals()).toBe(2 * number - 2)
        }
        if (isLast) return
        // The provider renews the token, and its answer does not arrive.
        provider.grants.endAccess()
        provider.loseTokens(1)
        await client.post(validate).catch(() => null)
      },
      isUnderWay: () => renewals() >= enough,
      async judge(app) {
        const validated = await createClient(app.base_url, { cookie }).post(validate)
        expect(validated.body).toMatchObject({ is_valid: true })
        expect(renewals()).toBe(2 * KILLS)
      },
      close: async () => provider[Symbol.asyncDispose](),
    }
  },
}
