import type { Vendor } from '#contracts/parties.ts'
import type { ModelRequest } from '../model-language.ts'

const MAX_NAME_LENGTH = 64

type ToolNames = { encode(name: string): string; decode(name: string): string }

/** A name as one vendor accepts it, and back; a number distinguishes names that would otherwise be equal. */
export function toolNames(provider: Vendor, request: Pick<ModelRequest, 'tools' | 'messages'>): ToolNames {
  const encoded = new Map<string, string>()
  const decoded = new Map<string, string>()

  const encode = (name: string) => {
    const known = encoded.get(name)
    if (known !== undefined) return known

    const wished = acceptable(provider, name)
    let given = wished
    for (let n = 2; decoded.has(given); n++) given = `${wished.slice(0, MAX_NAME_LENGTH - `_${n}`.length)}_${n}`
    encoded.set(name, given)
    decoded.set(given, name)
    return given
  }

  for (const name of namesIn(request)) encode(name)
  return { encode, decode: (name) => decoded.get(name) ?? name }
}

function acceptable(provider: Vendor, name: string): string {
  const plain =
    provider === 'vendor_3' ? name.replaceAll(/[^\w.:-]/g, '_') : name.replaceAll('.', '__').replaceAll(/[^\w-]/g, '_')
  // One vendor rejects names that begin with a digit or a dash.
  return (/^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`).slice(0, MAX_NAME_LENGTH)
}

/** Names that need no change come first, so that a clash renames the encoded one and an offered name stays itself. */
function namesIn({ tools, messages }: Pick<ModelRequest, 'tools' | 'messages'>): string[] {
  const names = tools.map((tool) => tool.name)
  for (const message of messages) {
    if (message.role === 'assistant') names.push(...(message.tool_calls ?? []).map((call) => call.name))
    if (message.role === 'tool') names.push(...message.results.map((result) => result.name))
  }
  return names.sort((a, b) => Number(/[^\w-]/.test(a)) - Number(/[^\w-]/.test(b)))
}
