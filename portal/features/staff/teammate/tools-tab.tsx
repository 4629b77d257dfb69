import { useMessages } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/section.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { teammateMessages } from './messages.ts'
import type { TabProps } from './use-teammate-form.ts'

export function ToolsTab({ teammate, form: { values, set }, readOnly }: TabProps) {
  const words = useMessages(teammateMessages)
  const known: Record<string, { title: string; text: string }> = words.toolNames
  // Tools that this page has no words for yet can still be taken away, and given back until that is saved.
  const names = [...new Set([...Object.keys(words.toolNames), ...teammate.tools, ...values.tools])]
  const turn = (name: string, on: boolean) =>
    set({ tools: on ? inOrder(teammate.tools, [...values.tools, name]) : values.tools.filter((each) => each !== name) })
  return (
    <Section title={words.toolsTitle} text={words.toolsText}>
      <ul className="max-w-2xl divide-y divide-line rounded-xl border border-line">
        {names.map((name) => {
          const tool = known[name] ?? { title: name, text: words.otherTool }
          return (
            <li key={name} className="px-4 py-3.5">
              <Switch
                label={tool.title}
                hint={
                  <>
                    {tool.text} <code className="font-mono text-2xs whitespace-nowrap text-faint">{name}</code>
                  </>
                }
                disabled={readOnly}
                checked={values.tools.includes(name)}
                onChange={(on) => turn(name, on)}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Those that are saved keep their order, so that off and on again is no change. */
function inOrder(saved: readonly string[], names: string[]): string[] {
  const place = (name: string) => (saved.includes(name) ? saved.indexOf(name) : saved.length)
  return names.toSorted((a, b) => place(a) - place(b))
}
