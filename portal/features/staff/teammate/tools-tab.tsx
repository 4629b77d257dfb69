import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { asksFirst, nameOfTool, type TeammateTool } from '#contracts/teammate-tools.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Section } from '../../../ui/section.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { teammatesMessages } from '../../teammates/messages.ts'
import { bundleNames, bundles, stateOf, switchBundle, toolsOf } from '../../teammates/tool-bundles.ts'
import { workflowMessages } from '../../workflows/messages.ts'
import { useAllWorkflows } from '../../workflows/use-all-workflows.ts'
import { ConsoleButton } from './console/console-button.tsx'
import { inOrder } from './in-order.ts'
import { teammateMessages } from './messages.ts'
import { toolTitle } from './tool-title.ts'
import type { TabProps } from './use-teammate-form.ts'

export function ToolsTab(props: TabProps) {
  const isManager = useIsManager()
  return (
    <>
      <Tools {...props} />
      {isManager && <Workflows {...props} />}
    </>
  )
}

function Tools({ teammate, form: { values, set, isDirty }, readOnly }: TabProps) {
  const words = useMessages(teammateMessages)
  const { bundles: bundleWords } = useMessages(teammatesMessages)
  const bundled = toolsOf(bundleNames)
  // Tools that this page has no words for yet can still be taken away, and given back until that is saved.
  const saved = teammate.tools.map(nameOfTool)
  const on = values.tools.map(nameOfTool)
  const others = [...new Set([...saved, ...on])].filter((name) => !bundled.includes(name))
  // Whether a person is asked first stays as it is, also of a tool that is taken away and given back.
  const forms = new Map([...teammate.tools, ...values.tools].map((tool) => [nameOfTool(tool), tool]))
  const change = (names: readonly string[]) =>
    set({ tools: inOrder(saved, names).map((name) => forms.get(name) ?? name) })
  const asking = values.tools.filter(asksFirst).map(nameOfTool)
  const ask = (wanted: string, isAsked: boolean) =>
    set({ tools: values.tools.map((tool) => (nameOfTool(tool) === wanted ? formOf(wanted, isAsked) : tool)) })
  const shared = { on, asking, readOnly, onChange: change, onAsk: ask }
  return (
    <Section
      title={words.toolsTitle}
      text={words.toolsText}
      actions={!readOnly && <ConsoleButton teammate={teammate} isDirty={isDirty} />}
    >
      <ul className="divide-y divide-line rounded-xl border border-line">
        {bundleNames.map((name) => (
          <Bundle key={name} {...bundleWords[name]} tools={bundles[name]} {...shared} />
        ))}
        {others.length > 0 && <Bundle title={words.otherTools} text={words.otherTool} tools={others} {...shared} />}
      </ul>
    </Section>
  )
}

const formOf = (name: string, isAsked: boolean): TeammateTool => (isAsked ? { name, ask: true } : name)

type BundleProps = {
  title: string
  text: string
  tools: readonly string[]
  on: readonly string[]
  /** Those before which a person is asked. */
  asking: readonly string[]
  readOnly: boolean
  onChange: (tools: readonly string[]) => void
  onAsk: (tool: string, isAsked: boolean) => void
}

/** Switched whole by its box; opened, tool by tool. */
function Bundle({ title, text, tools, on, asking, readOnly, onChange, onAsk }: BundleProps) {
  const words = useMessages(teammateMessages)
  const language = useLanguage()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const state = stateOf(tools, on)
  const count = tools.filter((name) => on.includes(name)).length
  const number = (value: number) => formatNumber(value, language)
  return (
    <li>
      <div className="relative flex items-start gap-3 px-4 py-3.5">
        <span className="z-1 flex h-5 items-center">
          <Checkbox
            label={title}
            disabled={readOnly}
            checked={state}
            // A bundle that is on in part is completed first, and emptied by the next click.
            onChange={() => onChange(switchBundle(tools, on, state !== true))}
          />
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 grow items-start gap-3 rounded-md text-left after:absolute after:inset-0"
        >
          <span className="min-w-0 grow">
            <span className="block text-sm font-medium">{title}</span>
            <span className="mt-0.5 block text-xs text-pretty text-muted">{text}</span>
          </span>
          <span className="shrink-0 text-xs leading-5 text-muted tabular-nums">
            {words.toolsOn(number(count), number(tools.length))}
          </span>
          <ChevronRight
            aria-hidden
            className={classNames('mt-0.5 size-4 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
          />
        </button>
      </div>
      <ul id={id} hidden={!isOpen} className="space-y-4 pr-4 pb-4 pl-[2.875rem]">
        {tools.map((name) => (
          <Tool
            key={name}
            name={name}
            checked={on.includes(name)}
            asks={asking.includes(name)}
            readOnly={readOnly}
            onChange={(wanted) => onChange(switchBundle([name], on, wanted))}
            onAsk={(wanted) => onAsk(name, wanted)}
          />
        ))}
      </ul>
    </li>
  )
}

type ToolProps = {
  name: string
  checked: boolean
  asks: boolean
  readOnly: boolean
  onChange: (on: boolean) => void
  onAsk: (asks: boolean) => void
}

function Tool({ name, checked, asks, readOnly, onChange, onAsk }: ToolProps) {
  const words = useMessages(teammateMessages)
  const tool = toolTitle(name, words)
  return (
    <li>
      <Switch
        label={tool.title}
        hint={
          <>
            {tool.text} <code className="font-mono text-2xs whitespace-nowrap text-faint">{name}</code>
          </>
        }
        disabled={readOnly}
        checked={checked}
        onChange={onChange}
      />
      {checked && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame around a single box
        <div role="group" aria-label={tool.title} className="mt-2">
          <Checkbox shown label={words.askFirst} disabled={readOnly} checked={asks} onChange={onAsk} />
        </div>
      )}
    </li>
  )
}

/** The workflows that it may start are the admins' to see, as all workflows are. */
function Workflows({ teammate, form: { values, set }, readOnly }: TabProps) {
  const words = useMessages(teammateMessages)
  const { draft, draftHint } = useMessages(workflowMessages)
  const { data: workflows } = useAllWorkflows()
  const given = values.workflow_ids
  const give = (id: string, isOn: boolean) =>
    set({
      workflow_ids: inOrder(teammate.workflow_ids, isOn ? [...given, id] : given.filter((each) => each !== id)),
    })
  return (
    <Section title={words.workflowsTitle} text={words.workflowsText}>
      {workflows?.length === 0 && (
        <p className="text-sm text-muted">
          {words.noWorkflows}{' '}
          <Link to="/workflows" className="text-accent hover:underline">
            {words.toWorkflows}
          </Link>
        </p>
      )}
      {workflows && workflows.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {workflows.map(({ id, name, description, is_draft }) => (
            <li key={id} className="px-4 py-3.5">
              <Switch
                label={name}
                hint={is_draft ? `${draft}: ${draftHint}` : description}
                disabled={readOnly}
                checked={given.includes(id)}
                onChange={(isOn) => give(id, isOn)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
