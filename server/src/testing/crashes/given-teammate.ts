import type { TestApp } from '../app.ts'
import { createClient } from '../client.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'
import type { Handler } from '../doubles/vendors/vendor-double.ts'

type Values = Parameters<TestApp['given']['connectedTeammate']>[2]
type Server = { address: string }
type OrganizationValues = Parameters<TestApp['given']['organization']>[0]

/** An organization with a teammate whose vendor survives the crashes, and clients for whichever server is running. */
export async function givenTeammate(
  app: TestApp,
  answer: Handler,
  { values = {}, row = {} }: { values?: Values; row?: OrganizationValues } = {},
) {
  const vendor = await startCustomDouble(null)
  vendor.reply(answer)
  const given = await app.given.organization(row)
  const { organization, private_key, admin } = given
  const teammate = await app.given.connectedTeammate(organization, vendor, values)
  const cookie = `${app.config.SESSION_COOKIE_NAME}=${(await app.given.session(admin)).cookie}`
  return {
    ...given,
    vendor,
    teammate,
    base: `/api/organizations/${organization.id}`,
    path: `/api/private/employee/${teammate.id}/messages`,
    program: ({ address }: Server) => createClient(address, { authorization: `Bearer ${private_key}` }),
    asAdmin: ({ address }: Server) => createClient(address, { cookie }),
  }
}

export type GivenTeammate = Awaited<ReturnType<typeof givenTeammate>>
