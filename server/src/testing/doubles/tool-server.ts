import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { Server as OldServer } from '@modelcontextprotocol/sdk/server/index.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { listenOnLoopback } from '../servers/listen-on-loopback.ts'

/** How it speaks: each request by itself, in sessions of an earlier revision, or over the stream of the first ones. */
export type Speaking = 'self_contained' | 'sessions' | 'sse'

type Result = Pick<CallToolResult, 'content' | 'structuredContent' | 'isError'>
export type ServedTool = {
  name: string
  description?: string
  inputSchema?: object
  _meta?: Record<string, unknown>
  execution?: { taskSupport: 'required' | 'optional' | 'forbidden' }
  call?: (given: Record<string, unknown>) => Result | Promise<Result>
}

const info = { name: 'Double', version: '1.0.0' }
export const answered = (text: string): Result => ({ content: [{ type: 'text', text }] })

/** A real server of tools, by the official packages; it lets in clients that bring its key, where it has one. */
export async function startToolServer({
  speaking = 'self_contained',
  tools = [] as ServedTool[],
  key = '',
  admits,
}: {
  speaking?: Speaking
  tools?: ServedTool[]
  key?: string
  /** Who is let in, where that is not one key. */
  admits?: (authorization: string | undefined) => boolean
} = {}) {
  const double = {
    tools,
    key,
    requests: [] as IncomingMessage[],
    calls: [] as { name: string; given: unknown }[],
    /** Where it speaks in sessions: which are open, and how many there have been. */
    sessions: { open: new Set<string>(), begun: 0 },
  }

  const list = () => ({
    tools: double.tools.map(({ name, description, execution, _meta, inputSchema = { type: 'object' as const } }) => ({
      name,
      ...(description !== undefined && { description }),
      ...(execution && { execution }),
      ...(_meta && { _meta }),
      inputSchema: { type: 'object' as const, ...inputSchema },
    })),
  })
  const call = async ({ name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> }) => {
    double.calls.push({ name, given })
    const tool = double.tools.find((each) => each.name === name)
    if (!tool) throw Object.assign(new Error(`Unknown tool: ${name}`), { code: -32_602 })
    return { ...(await (tool.call ?? ((all) => answered(JSON.stringify(all))))(given)) }
  }

  const isAdmitted = admits ?? ((authorization) => !double.key || authorization === `Bearer ${double.key}`)
  const listener = { self_contained: selfContained, sessions: inSessions, sse: overSse }[speaking](
    list,
    call,
    double.sessions,
  )
  const server = createServer((request, response) => {
    double.requests.push(request)
    if (!isAdmitted(request.headers.authorization)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    listener(request, response)
  })
  const origin = await listenOnLoopback(server)
  return Object.assign(double, {
    url: `${origin}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  })
}

type List = () => { tools: { name: string; description?: string; inputSchema: { type: 'object' } }[] }
type Call = (params: { name: string; arguments?: Record<string, unknown> }) => Promise<Result>

function selfContained(list: List, call: Call): RequestListener {
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const server = new Server(info, { capabilities: { tools: {} } })
      server.setRequestHandler('tools/list', list)
      server.setRequestHandler('tools/call', ({ params }) => call(params))
      return server
    }),
  )
  return (request, response) => void handle(request, response)
}

function oldServer(list: List, call: Call): OldServer {
  const server = new OldServer(info, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, list)
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params))
  return server
}

/** Speaks only to those who have begun a session, as most servers of 2025 do. */
function inSessions(list: List, call: Call, sessions: { open: Set<string>; begun: number }): RequestListener {
  const open = new Map<string, StreamableHTTPServerTransport>()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = request.method === 'POST' ? await json(request) : undefined
    const known = open.get(String(request.headers['mcp-session-id']))
    if (known) return await known.handleRequest(request, response, body)
    if (request.headers['mcp-session-id'] !== undefined) return void response.writeHead(404).end()
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        open.set(id, transport)
        sessions.open.add(id)
        sessions.begun++
      },
      onsessionclosed: (id) => {
        open.delete(id)
        sessions.open.delete(id)
      },
    })
    await oldServer(list, call).connect(transport as never)
    await transport.handleRequest(request, response, body)
  }
  return (request, response) => void serve(request, response)
}

function overSse(list: List, call: Call): RequestListener {
  const open = new Map<string, SSEServerTransport>()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/messages' && request.method === 'POST') {
      const known = open.get(searchParams.get('sessionId') ?? '')
      return known ? await known.handlePostMessage(request, response) : void response.writeHead(404).end()
    }
    if (request.method !== 'GET') return void response.writeHead(405).end()
    const transport = new SSEServerTransport('/messages', response)
    open.set(transport.sessionId, transport)
    await oldServer(list, call).connect(transport)
  }
  return (request, response) => void serve(request, response)
}
