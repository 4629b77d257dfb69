import type { IdentityProvider } from '#contracts/parties.ts'
import type { TestApp } from '../app.ts'
import { gmailDouble } from '../doubles/apis/gmail.ts'
import { graphMailDouble } from '../doubles/apis/graph-mail.ts'
import type { Consent } from '../doubles/identity/grants.ts'
import type { IdentityDouble } from '../doubles/identity/identity-double.ts'
import { storageClient } from '../storage/storage.ts'
import { givenAccount, startIdentityProviders } from './integrations.ts'

const serveAll = (provider: IdentityDouble, apis: Record<string, Parameters<IdentityDouble['api']>[1]>) => {
  for (const [prefix, listener] of Object.entries(apis)) provider.api(prefix, listener)
}

/** Both providers, each with a mailbox. */
export async function startMailProviders() {
  const providers = await startIdentityProviders()
  const gmail = gmailDouble(providers.idpa.allow)
  const outlook = await graphMailDouble(providers.idpb.allow)
  serveAll(providers.idpa, gmail.apis)
  serveAll(providers.idpb, outlook.apis)
  return {
    ...providers,
    mail: { idpa: gmail, idpb: outlook },
    async [Symbol.asyncDispose]() {
      await outlook.close()
      await providers[Symbol.asyncDispose]()
    },
  }
}

export const TOOLSET = { idpa: 'mail_a', idpb: 'mail_b' } as const

/** A teammate with a connected mailbox, whose tools a model calls in runs, and with what lies in its storage. */
export async function givenMailbox(
  app: TestApp,
  providers: Awaited<ReturnType<typeof startMailProviders>>,
  service: IdentityProvider,
  consent: Consent = {},
) {
  const given = await givenAccount(app, providers[service], consent)
  const storage = storageClient(given.person, `${given.base}/storage`)
  const text = (tool: string, input: object) => given.use(`${TOOLSET[service]}__${tool}`, input)
  return Object.assign(given, {
    mailbox: providers.mail[service],
    storage,
    text,
    // biome-ignore lint/suspicious/noExplicitAny: a test reads freely what a model receives
    json: async (tool: string, input: object): Promise<any> => {
      const answer = await text(tool, input)
      if (!answer.startsWith('{')) throw new Error(answer)
      return JSON.parse(answer)
    },
    share: (path: string, permission: 'read' | 'write') =>
      given.person.post(`${storage.base}/folder/share`, { path, permission, employee_id: given.teammate.id }),
  })
}
