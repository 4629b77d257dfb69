/** When the demo model asks for a tool instead of speaking. */
import type { Conversation, OfferedTool } from './conversation.ts'
import { keyWords } from './texts.ts'

export type ToolCall = { name: string; input: object }
type Reply = { text: string } | { tool_call: ToolCall }

const searchTools = ['storage.search', 'storage.semantic_search']

/** “call storage.read_file {"path": "/a.md"}” */
export function askByName(conversation: Conversation): Reply | null {
  const [, name, json = ''] = /^(?:call|use|run)\s+([\w.-]*\w)\s*(\{[\s\S]*\})?/i.exec(conversation.said) ?? []
  if (!name || !looksLikeTool(name, conversation)) return null

  const input = json === '' ? {} : objectIn(json)
  if (!input) return { text: `What follows \`${name}\` is not JSON, so I did not call it.` }
  return callTool(conversation, name, () => input)
}

/** “fetch https://example.com” */
export function fetchAddress(conversation: Conversation): Reply | null {
  const [, url] = /\b(?:fetch|http_request)\s+(https?:\/\/\S+)/i.exec(conversation.said) ?? []
  return url ? callTool(conversation, 'http_request', () => ({ method: 'GET', url })) : null
}

export function searchStorage(conversation: Conversation): Reply | null {
  const { said, tools } = conversation
  if (!isQuestion(said)) return null
  const reachable = searchTools.find((name) => find(tools, name) || loaderOf(tools)?.description.includes(name))
  if (!reachable) return null

  const reply = callTool(conversation, reachable, ({ fields }) => {
    const field = fields.includes('query') ? 'query' : (fields[0] ?? 'query')
    return { [field]: keyWords(said) }
  })
  return 'tool_call' in reply ? reply : null
}

function callTool(conversation: Conversation, name: string, input: (tool: OfferedTool) => object): Reply {
  const tool = find(conversation.tools, name)
  if (tool) return { tool_call: { name: tool.name, input: input(tool) } }

  const loader = loaderOf(conversation.tools)
  const hasAsked = conversation.answers.some((answer) => answer.tool.includes('load_tools'))
  if (loader && !hasAsked) return { tool_call: { name: loader.name, input: { names: [name] } } }
  return { text: `I have no tool named \`${name}\`.` }
}

function find(tools: OfferedTool[], name: string): OfferedTool | undefined {
  return tools.find((tool) => tool.name === name || tool.words === name)
}

function loaderOf(tools: OfferedTool[]): OfferedTool | undefined {
  return tools.find((tool) => tool.name.includes('load_tools'))
}

/** “call me later” asks for no tool. */
function looksLikeTool(name: string, { tools }: Conversation): boolean {
  return /[._]/.test(name) || find(tools, name) !== undefined
}

function isQuestion(said: string): boolean {
  return /\?\s*$/.test(said) || /^(who|what|when|where|why|which|how|is|are|do|does|did|can|could|should)\b/i.test(said)
}

function objectIn(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
