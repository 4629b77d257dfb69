import type { IdentityProvider } from '#contracts/parties.ts'
import { openAccount } from '#features/integrations/requests/open-account.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { givenPrivateChat } from '../chats/private-chat.ts'
import type { Consent } from '../doubles/identity/grants.ts'
import { type IdentityDouble, startIdentityDouble } from '../doubles/identity/identity-double.ts'

/** Both providers, and the settings with which a server uses them; files that they send elsewhere for lie on this machine too. */
export async function startIdentityProviders() {
  const idpa = await startIdentityDouble('idpa')
  const idpb = await startIdentityDouble('idpb')
  return {
    idpa,
    idpb,
    env: { ...idpa.env, ...idpb.env, OUTBOUND_ALLOW: '127.0.0.1' },
    async [Symbol.asyncDispose]() {
      await idpa[Symbol.asyncDispose]()
      await idpb[Symbol.asyncDispose]()
    },
  }
}

/** A server that knows both providers. */
export async function startAccounts() {
  const { env, idpa, idpb, ...providers } = await startIdentityProviders()
  const app = await startTestApp({ env })
  return {
    app,
    idpa,
    idpb,
    async [Symbol.asyncDispose]() {
      await app.close()
      await providers[Symbol.asyncDispose]()
    },
  }
}

type Client = Awaited<ReturnType<TestApp['as']>>
type Ids = { organization: { id: string }; teammate: { id: string } }

const addressesOf = ({ organization, teammate }: Ids, service: IdentityProvider) => ({
  link: `/api/organizations/${organization.id}/integrations/${service}/auth_link?employee_id=${teammate.id}`,
  callback: `/api/organizations/${organization.id}/integrations/${service}/callback`,
  accounts: `/api/organizations/${organization.id}/employees/${teammate.id}/integrations`,
  account: `/api/organizations/${organization.id}/employees/${teammate.id}/integrations/${service}`,
})

/** Goes the whole way from the link to the callback; answers with what the callback answered. */
export async function connectAccount(person: Client, ids: Ids, provider: IdentityDouble, consent: Consent = {}) {
  const { link, callback } = addressesOf(ids, provider.service)
  const { body } = await person.get(link)
  const back = (await provider.pass(body.auth_url, consent)).searchParams
  return await person.post(callback, { code: back.get('code'), state: back.get('state') })
}

/** A teammate with an account that its owner has connected, and a vendor that calls its tools. */
export async function givenAccount(app: TestApp, provider: IdentityDouble, consent: Consent = {}) {
  const given = await givenPrivateChat(app, { organization: { use_lazy_tools: false } })
  const person = await app.as(given.owner)
  const connected = await connectAccount(person, given, provider, consent)
  if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`)
  const base = `/api/organizations/${given.organization.id}`
  return Object.assign(given, {
    provider,
    person,
    base,
    ...addressesOf(given, provider.service),
    assigned: `${base}/mcps/employee/${given.teammate.id}`,
    /** The account as a viewer of the teammate sees it. */
    show: async () => {
      const { body } = await person.get(`${base}/employees/${given.teammate.id}/integrations`)
      return (body.data as { service: string }[]).find(({ service }) => service === provider.service)
    },
    /** The account as a tool has it, in this server or another one. */
    open: (signal: AbortSignal = new AbortController().signal, at: TestApp = app) =>
      openAccount(
        extendContext(at.ctx, { organization: given.organization }),
        given.teammate,
        provider.service,
        signal,
      ),
    reconnect: (again: Consent = {}) => connectAccount(person, given, provider, again),
    /** Has the model call a tool in a run; answers with what the model read of it. */
    async use(name: string, input: object): Promise<string> {
      given.vendor.reply({ text: '', tool_calls: [{ id: 'call-1', name, input }] }, { text: 'Done.' })
      await given.ask('Please do it.')
      const result = given.sent().findLast(({ role }) => role === 'tool')
      return String(result?.content)
    },
  })
}
