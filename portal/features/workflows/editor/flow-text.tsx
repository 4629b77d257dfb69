import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
import type { FlowProblem } from '#contracts/workflows.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import type { Editor } from '../../storage/file/editor/open-editor.ts'
import { WaitingFile } from '../../storage/file/waiting-file.tsx'
import { readText, textOf } from './draft.ts'
import { lineOfProblem } from './lines-of.ts'
import type { WorkflowDraft } from './use-workflow-draft.ts'

const TextEditor = lazy(() =>
  whenReachable(() => import('../../storage/file/editor/text-editor.tsx')).then(({ TextEditor }) => ({
    default: TextEditor,
  })),
)

type FlowTextProps = {
  draft: WorkflowDraft
  problems: FlowProblem[]
  /** Scrolls to the line of its step, or of a field of the step. */
  sought?: Pick<FlowProblem, 'step' | 'field'> | undefined
}

/** The flow as JSON text, kept in sync with the draft in both directions. */
export function FlowText({ draft, problems, sought }: FlowTextProps) {
  const editor = useRef<Editor | null>(null)
  const { values, brokenText, change } = draft
  const typed = () => {
    const text = editor.current?.read()
    if (text === undefined || text === draftText()) return
    const read = readText(text)
    change(read ? { type: 'type', values: read } : { type: 'break', text })
  }
  const draftText = () => brokenText ?? textOf(values)
  const follow = useEffectEvent(() => {
    const text = editor.current?.read()
    // The person who types keeps their own formatting.
    if (text === undefined || text === brokenText) return
    const read = brokenText === null ? readText(text) : null
    if (!read || textOf(read) !== textOf(values)) editor.current?.replace(draftText())
  })
  // Deferred, because formatting a long flow takes time.
  const shown = useDeferredValue(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to look again
  useEffect(() => follow(), [shown, brokenText])
  const mark = useEffectEvent(() => {
    const text = editor.current?.read()
    if (text === undefined) return
    const found = Map.groupBy(brokenText === null ? problems : [], (problem) => lineOfProblem(text, problem))
    const marks = [...found].map(([line, here]) => [line, here.map(({ message }) => message).join('\n')] as const)
    editor.current?.mark(new Map(marks))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to look again
  useEffect(() => mark(), [problems, shown, brokenText])
  const goTo = useEffectEvent((place: Pick<FlowProblem, 'step' | 'field'>) =>
    editor.current?.goTo(lineOfProblem(editor.current.read(), place)),
  )
  useEffect(() => {
    if (sought) goTo(sought)
  }, [sought])
  return (
    <Suspense fallback={<WaitingFile />}>
      <TextEditor
        name="flow.json"
        text={draftText()}
        isReadOnly={false}
        onOpen={(opened) => {
          editor.current = opened
          mark()
        }}
        onChange={typed}
      />
    </Suspense>
  )
}
