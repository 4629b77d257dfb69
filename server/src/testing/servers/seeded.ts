import { startTestApp, type TestApp } from '../app.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'
import type { Handler } from '../doubles/vendors/vendor-double.ts'

type Values = Parameters<TestApp['given']['connectedTeammate']>[2]
type OrganizationValues = Parameters<TestApp['given']['organization']>[0]

/**
 * An organization with a teammate that is ready to answer, on a database that a server process can then be started on;
 * the vendor it asks answers from here.
 */
export async function seedForProcess(
  answer: Handler,
  over: Record<string, string> = {},
  values: Values = {},
  row: OrganizationValues = {},
) {
  const vendor = await startCustomDouble(null)
  vendor.reply(answer)
  const app = await startTestApp({ env: over, parts: ['web'] })
  const { organization, private_key, admin } = await app.given.organization(row)
  const teammate = await app.given.connectedTeammate(organization, vendor, values)
  const { DATA_DIR, DATABASE_URL = '' } = app.config
  await app.close()
  return {
    vendor,
    organization,
    admin,
    private_key,
    path: `/api/private/employee/${teammate.id}/messages`,
    env: { DATA_DIR, DATABASE_URL },
    [Symbol.asyncDispose]: () => vendor.close(),
  }
}

/** A message that is kept, in a conversation of its own. */
export const savedMessage = (message: string, is_async: boolean) => ({
  message,
  channel: 'api',
  conversation: { id: message },
  contact: { id: `from-${message}` },
  is_async,
})
