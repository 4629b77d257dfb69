import { newId } from '#platform/id.ts'
import { ownTestApp, type TestApp } from '../app.ts'
import type { Client } from '../client.ts'

/** An address that nobody has. */
export const newAddress = () => `${newId().slice(-12)}@invited.test`

/** A server that believes where a request says it comes from, so that tests do not use up each other's limits. */
export const startInvitesApp = () => ownTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })

let addresses = 0
/** Headers of a request from an address of its own. */
export const fromAnywhere = () => ({ 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses++ & 255}` })

/** An organization whose admin invites. */
export async function givenInvites(app: TestApp) {
  const people = await app.given.organization()
  const base = `/api/organizations/${people.organization.id}`
  const path = `${base}/invites`
  const client = await app.as(people.admin)
  const create = async (body: object = { role: 'member' }) => (await client.post(path, body)).body
  const listed = async () => (await client.get(path)).body.data
  const acts = async () => {
    const { body } = await (await app.as(people.owner)).get(`${base}/audit-log?limit=100`)
    return body.data.filter(({ action }: { action: string }) => /^(invite|member)\./.test(action)).reverse()
  }
  const events = () =>
    app.events.all().filter(({ name, payload }) => {
      return name.startsWith('organization_invite.') && payload.organization_id === people.organization.id
    })
  const accept = (by: Client, code: string) => by.get(`/api/invites/${code}/accept`, fromAnywhere())
  return { ...people, base, path, client, create, listed, acts, events, accept }
}
