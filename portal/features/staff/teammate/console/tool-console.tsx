import { useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import type { CallableTool } from '#contracts/tool-console.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Picker } from '../../../../ui/picker.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { teammateMessages } from '../messages.ts'
import { toolTitle } from '../tool-title.ts'
import { consoleMessages } from './messages.ts'
import { ToolTrial } from './tool-trial.tsx'
import { useCallableTools } from './use-console.ts'

type ToolConsoleProps = { teammate: Teammate; isDirty: boolean; onClose: () => void }

/** Any tool of a teammate: its input as a form, and what it answers. */
export function ToolConsole({ teammate, isDirty, onClose }: ToolConsoleProps) {
  const words = useMessages(consoleMessages)
  const { close } = useMessages(partMessages)
  const tools = useCallableTools(teammate.id)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={words.title}
      text={words.text(teammate.name)}
      closeLabel={close}
    >
      <div className="space-y-4 pb-2">
        {isDirty && <Notice>{words.unsaved}</Notice>}
        {tools.data ? (
          <Chooser teammate={teammate} tools={tools.data} />
        ) : tools.isError ? (
          <LoadFailed title={words.failed} query={tools} />
        ) : (
          <WaitingRows />
        )}
      </div>
    </Dialog>
  )
}

function Chooser({ teammate, tools }: { teammate: Teammate; tools: CallableTool[] }) {
  const words = useMessages(consoleMessages)
  const titles = useMessages(teammateMessages)
  const [name, setName] = useState(tools.length === 1 ? (tools[0]?.name ?? '') : '')
  const chosen = tools.find((tool) => tool.name === name)
  if (tools.length === 0) return <p className="text-sm text-muted">{words.none}</p>
  return (
    <>
      <Picker
        label={words.tool}
        words={{ find: words.find, none: words.noneFound }}
        placeholder={words.choose}
        value={name}
        options={tools.map((tool) => ({
          value: tool.name,
          label: toolTitle(tool.name, titles).title,
          keywords: `${tool.name} ${tool.description}`,
          detail: tool.name,
        }))}
        onChange={setName}
      />
      {chosen && <ToolTrial key={chosen.name} teammate={teammate} tool={chosen} />}
    </>
  )
}
