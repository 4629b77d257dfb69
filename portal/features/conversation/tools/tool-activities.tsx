import { ChevronRight, CircleX, Wrench } from 'lucide-react'
import type { Message, ToolCallRecord } from '#contracts/conversations.ts'
import { isBeingWritten } from '#thread/streamed-message.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { LargePayload } from './large-payload.tsx'
import { toolMessages } from './messages.ts'
import { Payload } from './payload.tsx'
import { nameOfTool } from './tool-name.ts'

const icons = {
  running: <Spinner className="size-3.5 shrink-0 text-faint" />,
  done: <Wrench aria-hidden className="size-3.5 shrink-0 text-faint" />,
  failed: <CircleX aria-hidden className="size-3.5 shrink-0 text-danger" />,
}

/** One line for each tool that was called; it opens to what went in and what came out. */
export function ToolActivities({ message, calls }: { message: Message; calls: ToolCallRecord[] }) {
  // How the teammate gets its tools ready is no work that it does for someone.
  const shown = calls.filter(({ tool }) => tool !== 'load_tools')
  if (shown.length === 0) return null
  return (
    <ul className="mb-2">
      {shown.map((call) => (
        <li key={call.call_id}>
          <ToolActivity message={message} call={call} />
        </li>
      ))}
    </ul>
  )
}

function ToolActivity({ message, call }: { message: Message; call: ToolCallRecord }) {
  const words = useMessages(toolMessages)
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
        <CallPayload message={message} call={call} kind="input" />
        {call.status !== 'running' && <CallPayload message={message} call={call} kind="output" />}
      </div>
    </details>
  )
}

type CallPayloadProps = { message: Message; call: ToolCallRecord; kind: 'input' | 'output' }

function CallPayload({ message, call, kind }: CallPayloadProps) {
  const words = useMessages(toolMessages)
  const label = kind === 'input' ? words.toolInput : words.toolOutput
  if (call[kind] !== undefined) return <Payload label={label} value={call[kind]} />
  const large = message.content_payload?.find((one) => one.call_id === call.call_id && one.kind === kind)
  if (large) return <LargePayload message={message} label={label} reference={large} />
  // Where what is left out can be read is known once the answer is there.
  if (isBeingWritten(message)) return <p className="text-xs text-faint">{words.payloadLater(label)}</p>
  return null
}

/** What the call was about, where its input has one word for it. */
function subjectOf(input: unknown): string | undefined {
  if (!input || typeof input !== 'object') return undefined
  const texts = Object.values(input).filter((value) => typeof value === 'string' && value.trim() !== '')
  const [first] = texts
  return typeof first === 'string' && first.length <= 120 ? first.replaceAll(/\s+/g, ' ') : undefined
}
