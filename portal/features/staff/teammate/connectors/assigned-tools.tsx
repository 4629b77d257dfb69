import type { AssignedConnector } from '#contracts/connectors.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { ToolList } from '../../../connectors/tool-list.tsx'
import { teammateConnectorMessages } from './messages.ts'
import { choiceOf, useAssign, useAssignedTools } from './use-assigned.ts'

type AssignedToolsProps = { assigned: AssignedConnector; employeeId: string; readOnly: boolean }

/** The tools of what is assigned, each with whether a person is asked before it is used, which takes effect at once. */
export function AssignedTools({ assigned, employeeId, readOnly }: AssignedToolsProps) {
  const words = useMessages(teammateConnectorMessages)
  const assign = useAssign(employeeId)
  const tools = useAssignedTools(employeeId, choiceOf(assigned))
  // While it is being saved the box shows what was wished.
  const wished = assign.isPending && assign.variables.isAssigned ? assign.variables.choice.ask : undefined
  const asked = wished ?? assigned.ask
  const set = (name: string, isAsked: boolean) => {
    const ask = isAsked ? [...asked, name] : asked.filter((other) => other !== name)
    const failed = (error: Error) => showToast(sentenceOf(error, words.askFailed))
    assign.mutate({ choice: { ...choiceOf(assigned), ask }, isAssigned: true }, { onError: failed })
  }
  return (
    <ToolList
      tools={tools}
      count={assigned.tool_count}
      others={asked}
      otherText={words.goneTool}
      control={(name) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame around a single box
        <div role="group" aria-label={name}>
          <Checkbox
            shown
            label={words.askFirst}
            disabled={readOnly || assign.isPending}
            checked={asked.includes(name)}
            onChange={(isAsked) => set(name, isAsked)}
          />
        </div>
      )}
    />
  )
}
