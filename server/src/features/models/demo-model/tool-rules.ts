/** When the demo model asks for a tool instead of speaking. */
import type { Conversation, OfferedTool } from './conversation.ts'

export type ToolCall = { name: string; input: object }
type Reply = { text: string } | { tool_call: ToolCall }

/** “call storage.read_file {"path": "/a.md"}” */
export function askByName(conversation: Conversation): Reply | null {
  const [, name, json = ''] = /^(?:call|use|run)\s+([\w.-]*\w)\s*(\{[\s\S]*\})?/i.exec(conversation.message) ?? []
  if (!name || !looksLikeTool(name, conversation)) return null

  const input = json === '' ? {} : objectIn(json)
  if (!input) return { text: `What follows \`${name}\` is not JSON, so it was not called.` }
  return callTool(conversation, name, () => input)
}

/** “fetch https://example.com” */
export function fetchAddress(conversation: Conversation): Reply | null {
  const [, url] = /\b(?:fetch|http_request)\s+(https?:\/\/\S+)/i.exec(conversation.message) ?? []
  return url ? callTool(conversation, 'http_request', () => ({ method: 'GET', url })) : null
}

/** Offered already, or for the loading. */
export function isReachable({ tools }: Conversation, name: string): boolean {
  return find(tools, name) !== undefined || (loaderOf(tools)?.description.includes(name) ?? false)
}

/** Calls a tool, or loads it first together with those that may be needed next. */
export function callTool(
  conversation: Conversation,
  name: string,
  input: (tool: OfferedTool) => object,
  together = [name],
): Reply {
  const tool = find(conversation.tools, name)
  if (tool) return { tool_call: { name: tool.name, input: input(tool) } }

  const loader = loaderOf(conversation.tools)
  const hasAsked = conversation.answers.some((answer) => answer.tool.includes('load_tools'))
  if (loader && !hasAsked) return { tool_call: { name: loader.name, input: { names: together } } }
  return { text: `This teammate has no tool named \`${name}\`.` }
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

function objectIn(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
