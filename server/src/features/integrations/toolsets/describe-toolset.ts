import type { OauthEntry } from '#contracts/connector-names.ts'
import { inputSchemaOf } from '#platform/tool.ts'
import { tokensOf } from '../../connectors/lists/tokens-of.ts'
import { toolsets } from './predefined-toolsets.ts'

type Facts = { tools: readonly { name: string; description: string }[]; token_count: number }

const known = new Map<OauthEntry, Facts>()

/** The tools of a predefined toolset, and what they cost a model; worked out once. */
export function describeToolset(entry: OauthEntry): Facts {
  const found = known.get(entry)
  if (found) return found
  const tools = toolsets[entry]
  const described = tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: inputSchemaOf(tool),
  }))
  const facts = { tools: described, token_count: tokensOf(described) }
  known.set(entry, facts)
  return facts
}
