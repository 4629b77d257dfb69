import { ChevronRight, CircleX, Wrench } from 'lucide-react'
import type { ToolCallRecord } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { toolMessages } from './messages.ts'
import { Payload } from './payload.tsx'
import { nameOfTool } from './tool-name.ts'

const icons = {
  running: <Spinner className="size-3.5 shrink-0 text-faint" />,
  done: <Wrench aria-hidden className="size-3.5 shrink-0 text-faint" />,
  failed: <CircleX aria-hidden className="size-3.5 shrink-0 text-danger" />,
}

/** One line for each tool that was called; it opens to what went in and what came out. */
export function ToolActivities({ calls }: { calls: ToolCallRecord[] }) {
  // How the teammate gets its tools ready is no work that it does for somebody.
  const shown = calls.filter(({ tool }) => tool !== 'load_tools')
  if (shown.length === 0) return null
  return (
    <ul className="mb-2">
      {shown.map((call) => (
        <li key={call.call_id}>
          <ToolActivity call={call} />
        </li>
      ))}
    </ul>
  )
}

function ToolActivity({ call }: { call: ToolCallRecord }) {
  const words = useMessages(toolMessages)
  const hasPayload = call.input !== undefined || call.output !== undefined
  const subject = subjectOf(call.input)
  return (
    <details className="group/fold">
      <summary className="-ml-1 inline-flex h-7 max-w-full items-center gap-1.5 rounded-md px-1 text-xs text-muted select-none hover:text-ink pointer-coarse:h-10">
        {icons[call.status]}
        <span className="shrink-0">{nameOfTool(call.tool, words.tools)}</span>
        {subject && <span className="min-w-0 truncate text-faint">{subject}</span>}
        <span className={call.status === 'failed' ? 'text-danger' : 'sr-only'}>{words.toolStates[call.status]}</span>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/fold:rotate-90" />
      </summary>
      <div className="mt-1 mb-2 ml-1.5 space-y-2 border-l-2 border-line py-0.5 pl-3.5">
        {call.input !== undefined && <Payload label={words.toolInput} value={call.input} />}
        {call.output !== undefined && <Payload label={words.toolOutput} value={call.output} />}
        {!hasPayload && call.status !== 'running' && <p className="text-xs text-faint">{words.noPayload}</p>}
      </div>
    </details>
  )
}

/** What the call was about, where its input has one word for it. */
function subjectOf(input: unknown): string | undefined {
  if (!input || typeof input !== 'object') return undefined
  const texts = Object.values(input).filter((value) => typeof value === 'string' && value.trim() !== '')
  const [first] = texts
  return typeof first === 'string' && first.length <= 120 ? first.replaceAll(/\s+/g, ' ') : undefined
}
