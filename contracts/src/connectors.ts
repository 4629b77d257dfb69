import { z } from 'zod'
import { ApiDocument, ChosenOperations, DocumentText, ReadApiDocument } from './api-documents.ts'
import { CONNECTOR_TYPES, hasSignIn, OAUTH_ENTRIES } from './connector-names.ts'
import { describeEndpoints } from './endpoint.ts'
import { Name } from './name.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as connectorPaths from './paths/connectors.ts'

const MAX_HEADERS = 50
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]{1,200}$/
/** What the connection itself decides. */
const FIXED_HEADERS = /^(host|content-.*|transfer-encoding|connection|accept|te|upgrade|mcp-.*)$/i

/**
 * Any part of it may be a variable; with its variables filled in it is checked again before each call. A password has no
 * place in it, because addresses are shown and are not kept sealed, as headers are.
 */
const Url = z
  .string()
  .trim()
  // What is too long is read no further.
  .max(2000, { abort: true })
  .refine((url) => /^(https?:\/\/|\{\{)/i.test(url), {
    message: 'The address begins with http:// or https://',
    abort: true,
  })
  .refine((url) => url.includes('{{') || URL.canParse(url), 'The address is not valid')
  .refine((url) => !hasSignIn(url), 'The address cannot contain a user name or password; send them in a header')

const Headers = z
  .record(
    z
      .string()
      .regex(HEADER_NAME, 'Not a name of a header')
      .refine((name) => !FIXED_HEADERS.test(name), 'This header cannot be set'),
    z
      .string()
      .max(8000)
      .regex(/^[^\0\r\n]*$/, 'A header has one line'),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `${MAX_HEADERS} headers at most`)

export const OauthEntry = z.enum(OAUTH_ENTRIES)

/** How the last list of tools was got: nobody has asked yet, it came, or it did not. */
const ConnectorHealth = z.enum(['unknown', 'working', 'failing'])

/** What a toolset costs a model to know, whether it uses it or not. */
const Listed = z.object({
  /** What is before `__` in the names of its tools. */
  toolset: z.string(),
  /** Null until its tools were listed. */
  tool_count: z.number().int().nullable(),
  /** About so many tokens are its tools in each call to a model. */
  token_count: z.number().int().nullable(),
  health: ConnectorHealth,
  last_error: z.string().nullable(),
})

/** A server of tools, or an API whose operations are tools, set up once by the organization and assigned to teammates. */
export const Connector = Listed.extend({
  id: z.uuid(),
  organization_id: z.uuid(),
  name: z.string(),
  type: z.enum(CONNECTOR_TYPES),
  /** Null for OAuth entries. */
  url: z.string().nullable(),
  /** The values are masked for those who may not change them; null for OAuth entries. */
  headers: z.record(z.string(), z.string()).nullable(),
  /** Null for simple ones. */
  oauth_mcp: OauthEntry.nullable(),
  /** To how many teammates it is assigned. */
  teammate_count: z.number().int(),
  /** When its tools were last listed. */
  listed_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
})
export type Connector = z.infer<typeof Connector>

/** Of a connector: it has changed, its tools were listed again, or it is gone. */
export const ConnectorChanged = z.object({ organization_id: z.uuid(), mcp_id: z.uuid() })
/** What is assigned to a teammate is another. */
export const AssignmentsChanged = z.object({ organization_id: z.uuid(), employee_id: z.uuid() })

export const CreateConnector = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('simple'), name: Name, url: Url, headers: Headers.default({}) }),
  z.strictObject({
    type: z.literal('openapi'),
    name: Name,
    url: Url,
    headers: Headers.default({}),
    document: DocumentText,
    operations: ChosenOperations,
  }),
  z.strictObject({ type: z.literal('oauth'), name: Name, oauth_mcp: OauthEntry }),
])
export type CreateConnector = z.infer<typeof CreateConnector>

/** The type never changes, and the fields of the other type are refused. */
export const UpdateConnector = z
  .strictObject({
    name: Name,
    url: Url,
    headers: Headers,
    document: DocumentText,
    operations: ChosenOperations,
    oauth_mcp: OauthEntry,
  })
  .partial()
export type UpdateConnector = z.infer<typeof UpdateConnector>

const oneOf = { mcp_id: z.uuid().toLowerCase().optional(), oauth_mcp: OauthEntry.optional() }
const exactlyOne = ({ mcp_id, oauth_mcp }: { mcp_id?: unknown; oauth_mcp?: unknown }) =>
  (mcp_id === undefined) !== (oauth_mcp === undefined)
const NOT_ONE = { message: 'Name exactly one of mcp_id and oauth_mcp', path: ['mcp_id'] }

/** A connector of the organization, or a predefined entry as it is. */
export const ConnectorChoice = z.strictObject(oneOf).refine(exactlyOne, NOT_ONE)
export type ConnectorChoice = z.infer<typeof ConnectorChoice>

/** Of a toolset's tools, those before each use of which a person is asked; without them an assignment stays as it is. */
export const AssignConnector = z
  .strictObject({ ...oneOf, ask: z.array(z.string().min(1).max(100)).max(200).optional() })
  .refine(exactlyOne, NOT_ONE)
export type AssignConnector = z.infer<typeof AssignConnector>

export const TestConnector = z.strictObject({ ...oneOf, employee_id: z.uuid() }).refine(exactlyOne, NOT_ONE)

export const AssignedConnector = Listed.extend({
  mcp_id: z.uuid().nullable(),
  oauth_mcp: OauthEntry.nullable(),
  name: z.string(),
  type: z.enum(CONNECTOR_TYPES),
  /** The tools before each use of which a person is asked, by their names in the toolset. */
  ask: z.array(z.string()),
})
export type AssignedConnector = z.infer<typeof AssignedConnector>

/** One of the six predefined toolsets. */
export const OauthEntryInfo = z.object({
  oauth_mcp: OauthEntry,
  service: z.enum(['idpa', 'idpb']),
  name: z.string(),
  /** False where the operator has not set up the provider. */
  is_available: z.boolean(),
})
export type OauthEntryInfo = z.infer<typeof OauthEntryInfo>

/** By the name that comes after `__`; its server describes what it does. */
const ConnectorTool = z.object({ name: z.string(), description: z.string() })
export type ConnectorTool = z.infer<typeof ConnectorTool>

export const Toolset = z.object({
  name: z.string(),
  tool_count: z.number().int(),
  token_count: z.number().int(),
  tools: z.array(ConnectorTool),
})
export type Toolset = z.infer<typeof Toolset>

const ofTeammate = z.object({ organization_id: z.uuid(), employee_id: z.uuid() })
const OneConnector = z.object({ mcp_id: z.uuid().toLowerCase() })

export const connectorEndpoints = describeEndpoints(connectorPaths, {
  listConnectors: {
    summary: 'List the connectors of the organization by name; header values are masked for members',
    query: pageQuery({ limit: 50, max: 100 }),
    answer: pageOf(Connector),
  },
  createConnector: {
    summary: 'Set up a connector; its tools are listed in the background',
    body: CreateConnector,
    answer: Connector,
    errors: { 409: ['CONNECTOR_EXISTS', 'TOO_MANY_CONNECTORS'], 422: ['DOCUMENT_UNREADABLE'] },
  },
  listOauthEntries: {
    summary: 'List the predefined toolsets of the identity providers',
    answer: z.object({ data: z.array(OauthEntryInfo) }),
  },
  readApiDocument: {
    summary: 'Read an OpenAPI document, to choose which of its operations become tools; nothing is kept',
    body: ReadApiDocument,
    answer: ApiDocument,
    errors: { 422: ['DOCUMENT_UNREADABLE'] },
  },
  testConnector: {
    summary: 'List the tools of a connector now, as a teammate would find them',
    body: TestConnector,
    answer: z.object({ success: z.literal(true), toolsets: z.array(Toolset) }),
    errors: { 404: [], 409: ['INTEGRATION_NEEDED', 'INTEGRATION_UNAVAILABLE'], 422: ['CONNECTOR_FAILED'] },
  },
  listAssignedConnectors: {
    summary: 'List what is assigned to a teammate',
    params: ofTeammate,
    answer: z.object({ data: z.array(AssignedConnector) }),
  },
  listAssignedTools: {
    summary: 'List the tools of one assigned thing as they were listed last, 200 at most',
    params: ofTeammate,
    query: ConnectorChoice,
    answer: z.object({ data: z.array(ConnectorTool) }),
    errors: { 404: [] },
  },
  assignConnector: {
    summary: 'Assign a connector or a predefined entry to a teammate; once more changes which of its tools ask first',
    params: ofTeammate,
    body: AssignConnector,
    answer: Done,
    errors: { 404: [], 409: ['TOO_MANY_CONNECTORS'] },
  },
  unassignConnector: {
    summary: 'Take a connector or a predefined entry from a teammate; once more changes nothing',
    params: ofTeammate,
    body: ConnectorChoice,
    answer: Done,
  },
  showConnector: { summary: 'Show a connector', params: OneConnector, answer: Connector, errors: { 404: [] } },
  listConnectorTools: {
    summary: 'List the tools of a connector as they were listed last, 200 at most',
    params: OneConnector,
    answer: z.object({ data: z.array(ConnectorTool) }),
    errors: { 404: [] },
  },
  showApiDocument: {
    summary: 'Show what the OpenAPI document of a connector says, and which of its operations are tools',
    params: OneConnector,
    answer: ApiDocument.extend({ chosen: z.array(z.string()) }),
    errors: { 404: [], 422: ['DOCUMENT_UNREADABLE'] },
  },
  updateConnector: {
    summary: 'Change a connector; its type stays',
    params: OneConnector,
    body: UpdateConnector,
    answer: Connector,
    errors: { 404: [], 409: ['CONNECTOR_EXISTS', 'CONNECTOR_CHANGED'], 422: ['DOCUMENT_UNREADABLE'] },
  },
  deleteConnector: {
    summary: 'Delete a connector, and take it from every teammate',
    params: OneConnector,
    answer: Done,
    errors: { 404: [] },
  },
})
