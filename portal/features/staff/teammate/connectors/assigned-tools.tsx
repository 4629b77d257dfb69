import { connectorToolName } from '#contracts/connector-names.ts'
import type { AssignedConnector } from '#contracts/connectors.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { ToolList } from '../../../connectors/tool-list.tsx'
import { teammateConnectorMessages } from './messages.ts'

type AssignedToolsProps = {
  assigned: AssignedConnector
  /** Those before which a person is asked, by their whole names. */
  asking: readonly string[]
  readOnly: boolean
  onAsk: (tool: string, isAsked: boolean) => void
}

/** The tools of what is assigned, each with whether a person is asked before it is used. */
export function AssignedTools({ assigned, asking, readOnly, onAsk }: AssignedToolsProps) {
  const words = useMessages(teammateConnectorMessages)
  const { mcp_id, type, toolset, tool_count } = assigned
  if (mcp_id === null || type === 'oauth') return <p className="text-xs text-muted">{words.needsAccount}</p>
  const prefix = connectorToolName(toolset, '')
  const asked = asking.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return (
    <ToolList
      connectorId={mcp_id}
      count={tool_count}
      others={asked}
      otherText={words.goneTool}
      control={(name) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame around a single box
        <div role="group" aria-label={name}>
          <Checkbox
            shown
            label={words.askFirst}
            disabled={readOnly}
            checked={asked.includes(name)}
            onChange={(isAsked) => onAsk(connectorToolName(toolset, name), isAsked)}
          />
        </div>
      )}
    />
  )
}
