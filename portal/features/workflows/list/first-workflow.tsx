import { Workflow } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { workflowMessages } from '../messages.ts'
import { TEMPLATES, type TemplateName } from '../templates.ts'

/** The empty state: what a workflow is for, and templates to start from. */
export function FirstWorkflow({ onChoose }: { onChoose: (template: TemplateName) => void }) {
  const words = useMessages(workflowMessages)
  return (
    <div className="py-4">
      <Workflow aria-hidden className="mb-3 size-7 stroke-[1.5] text-faint" />
      <h2 className="text-base font-semibold tracking-tight">{words.firstTitle}</h2>
      <p className="mt-1.5 max-w-prose text-sm text-pretty text-muted">{words.firstText}</p>
      <ul className="mt-5 grid gap-3 sm:grid-cols-2">
        {TEMPLATES.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="size-full rounded-xl border border-line px-4 py-3 text-left transition-colors hover:border-line-strong hover:bg-hover"
            >
              <span className="block text-sm font-medium">{words.templates[name].name}</span>
              <span className="mt-0.5 block text-xs text-pretty text-muted">{words.templates[name].text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
