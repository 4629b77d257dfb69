import type { IdentityProvider } from '#contracts/parties.ts'
import { hostGoogleDrive } from '../doubles/apis/google-drive.ts'
import { hostGraphDrive } from '../doubles/apis/graph-drive.ts'
import { storageClient } from '../storage/storage.ts'
import { givenAccount, startAccounts } from './integrations.ts'

export const DRIVES = [
  ['Google Drive', 'idpa'],
  ['OneDrive', 'idpb'],
] as const

type Consent = Parameters<typeof givenAccount>[2]

/** A server, and both providers with the drives of their accounts. */
export async function startDrives() {
  const accounts = await startAccounts()
  const google = hostGoogleDrive(accounts.idpa)
  const graph = await hostGraphDrive(accounts.idpb)
  const of = (service: IdentityProvider) =>
    service === 'idpa' ? { drive: google, prefix: 'drive_a' } : { drive: graph, prefix: 'drive_b' }
  return {
    ...accounts,
    google,
    graph,
    given: (service: IdentityProvider, consent: Consent = {}) => givenDrive(accounts, service, of(service), consent),
    async [Symbol.asyncDispose]() {
      await accounts[Symbol.asyncDispose]()
      graph.close()
    },
  }
}

type Accounts = Awaited<ReturnType<typeof startAccounts>>
type Served = {
  drive: ReturnType<typeof hostGoogleDrive> | Awaited<ReturnType<typeof hostGraphDrive>>
  prefix: string
}

/** A teammate with an account whose drive is empty, and the storage of its organization. */
async function givenDrive(accounts: Accounts, service: IdentityProvider, { drive, prefix }: Served, consent: Consent) {
  drive.clear()
  const given = await givenAccount(accounts.app, accounts[service], consent)
  const storage = storageClient(given.person, `${given.base}/storage`)
  const text = (tool: string, input: object = {}) => given.use(`${prefix}__${tool}`, input)
  return Object.assign(given, {
    drive,
    prefix,
    storage,
    /** What the model read of a call. */
    text,
    // biome-ignore lint/suspicious/noExplicitAny: a test reads freely what a model receives
    json: async (tool: string, input: object = {}): Promise<any> => JSON.parse(await text(tool, input)),
    /** What the model read of calls that it made in one answer. */
    async together(calls: readonly (readonly [tool: string, input: object])[]): Promise<string[]> {
      const tool_calls = calls.map(([tool, input], n) => ({ id: `call-${n}`, name: `${prefix}__${tool}`, input }))
      given.vendor.reply({ text: '', tool_calls }, { text: 'Done.' })
      await given.ask('Please do it all.')
      return given.sent().flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
    },
    /** A folder of the storage that the teammate may use. */
    async shared(name: string, permission: 'read' | 'write') {
      await storage.folder(name)
      await given.person.post(`${storage.base}/folder/share`, {
        path: name,
        permission,
        employee_id: given.teammate.id,
      })
    },
  })
}
