import type { TestApp } from '../app.ts'
import { givenPrivateChat } from '../chats/private-chat.ts'
import { API_KEY, startCustomerApi } from '../doubles/customer-api.ts'
import { givenHosted } from './hosted.ts'

const EVERY = [
  'GET /customers',
  'POST /customers',
  'GET /customers/{id}',
  'DELETE /customers/{id}',
  'POST /customers/{id}/form',
  'PUT /customers/{id}/note',
]

/** The input that a program reads for the tool which makes a customer. */
export const CUSTOMER_TO_MAKE = {
  type: 'object',
  properties: { body: { $ref: '#/$defs/Customer' } },
  required: ['body'],
  $defs: {
    Customer: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: ['string', 'null'] },
        age: { type: 'integer', exclusiveMinimum: 0 },
        parent: { $ref: '#/$defs/Customer' },
      },
    },
  },
}

type Api = Awaited<ReturnType<typeof startCustomerApi>>
type Given = {
  operations?: readonly string[]
  /** Another document of the same API. */
  document?: (api: Api) => object
  headers?: Record<string, string>
}

/** A teammate with operations of a real API as tools, whose key is a secret of the organization. */
export async function givenApi(
  app: TestApp,
  { operations = EVERY, document = ({ document }) => document, headers }: Given = {},
) {
  const api = await startCustomerApi()
  const given = await givenPrivateChat(app, { organization: { use_lazy_tools: false } })
  const person = await app.as(given.owner)
  const base = `/api/organizations/${given.organization.id}`
  await person.post(`${base}/variables`, { placeholder: 'API_KEY', value: API_KEY, is_secret: true })
  const { status, body: connector } = await person.post(`${base}/mcps`, {
    type: 'openapi',
    name: 'CRM',
    url: api.url,
    headers: { 'X-Api-Key': '{{API_KEY}}', ...headers },
    document: JSON.stringify(document(api)),
    operations,
  })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(connector)}`)
  const assigned = `${base}/mcps/employee/${given.teammate.id}`
  await person.post(assigned, { mcp_id: connector.id })
  const hosted = await givenHosted(app, given.owner, given.teammate)
  const one = `${base}/mcps/mcp/${connector.id}`
  return Object.assign(given, {
    api,
    person,
    base,
    assigned,
    connector,
    hosted,
    one,
    show: async () => (await person.get(one)).body,
    /** The input that a program reads for a tool. */
    // biome-ignore lint/suspicious/noExplicitAny: a test reads freely what a model receives
    async schemaOf(name: string): Promise<any> {
      const { body } = await hosted.ask('tools/list')
      return body.result.tools.find((tool: { name: string }) => tool.name === `crm__${name}`)?.inputSchema
    },
    /** What a program reads that calls one of its tools. */
    async call(name: string, input: object = {}): Promise<{ isError?: boolean; text: string }> {
      const { result } = (await hosted.call(`crm__${name}`, input)).body
      return { isError: result.isError === true, text: result.content[0].text }
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await given.vendor.close()
    },
  })
}
