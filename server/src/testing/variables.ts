import type { Variable } from '#contracts/variables.ts'
import type { TestApp } from './app.ts'

/** An organization whose member works with variables. */
export async function givenVariables(app: TestApp) {
  const people = await app.given.organization()
  const base = `/api/organizations/${people.organization.id}`
  const path = `${base}/variables`
  const client = await app.as(people.member)
  const create = async (placeholder: string, value = 'a value', is_secret = false): Promise<Variable> =>
    (await client.post(path, { placeholder, value, is_secret })).body
  const listed = async (query = ''): Promise<Variable[]> => (await client.get(`${path}${query}`)).body.data
  const names = async (query = '') => (await listed(query)).map(({ placeholder }) => placeholder)
  const acts = async () => {
    const { body } = await (await app.as(people.admin)).get(`${base}/audit-log?limit=100`)
    return body.data.filter(({ action }: { action: string }) => action.startsWith('variable.')).reverse()
  }
  const events = () =>
    app.events.all().filter(({ name, payload }) => {
      return name.startsWith('variable.') && payload.organization_id === people.organization.id
    })
  return { ...people, base, path, client, create, listed, names, acts, events }
}
