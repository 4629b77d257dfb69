import { useState } from 'react'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { ScrollingSection } from '../../../ui/scrolling.tsx'
import { FlowText } from './flow-text.tsx'
import { editorMessages } from './messages.ts'
import { ProblemList } from './problem-list.tsx'
import type { WorkflowDraft } from './use-workflow-draft.ts'

type TextViewProps = { draft: WorkflowDraft; problems: FlowProblem[]; warnings: FlowProblem[]; isChecked: boolean }

/** The flow as text, with its problems beside. */
export function TextView({ draft, problems, warnings, isChecked }: TextViewProps) {
  const words = useMessages(editorMessages)
  const [sought, setSought] = useState<FlowProblem>()
  const { values, brokenText } = draft
  return (
    <div className="flex min-h-0 grow max-md:flex-col">
      <div className="flex min-h-0 min-w-0 grow flex-col max-md:min-h-80">
        <FlowText draft={draft} problems={problems} sought={sought} />
      </div>
      <ScrollingSection
        label={words.check}
        className="max-h-64 shrink-0 overflow-y-auto border-line p-4 max-md:border-t md:max-h-none md:w-72 md:border-l"
      >
        <h2 className="mb-3 text-sm font-semibold">{words.check}</h2>
        <ProblemList
          problems={problems}
          warnings={warnings}
          values={values}
          brokenText={brokenText !== null}
          isChecked={isChecked}
          onChoose={setSought}
        />
      </ScrollingSection>
    </div>
  )
}
