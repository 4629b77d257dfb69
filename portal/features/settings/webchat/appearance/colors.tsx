import type { WidgetColor, WidgetSettings } from '#contracts/widget-settings.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { webchatMessages } from '../messages.ts'
import { ColorField } from './color-field.tsx'
import { contrastOf, isColor } from './contrast.ts'

const ALWAYS: WidgetColor[] = ['bubbleColor', 'iconColor', 'primaryColor']
const IN_CUSTOM: WidgetColor[] = [
  'chatBackgroundColor',
  'customerBubbleColor',
  'customerTextColor',
  'agentBubbleColor',
  'agentTextColor',
]

export const shownColors = ({ mode }: Pick<WidgetSettings, 'mode'>): WidgetColor[] =>
  mode === 'custom' ? [...ALWAYS, ...IN_CUSTOM] : ALWAYS

/** The color behind each one, and the contrast that it needs to be read: text needs more than an icon. */
const GROUNDS: Partial<Record<WidgetColor, { on: WidgetColor; least: number }>> = {
  iconColor: { on: 'bubbleColor', least: 3 },
  customerTextColor: { on: 'customerBubbleColor', least: 4.5 },
  agentTextColor: { on: 'agentBubbleColor', least: 4.5 },
}

type ColorsProps = { values: WidgetSettings; onChange: (edits: Partial<WidgetSettings>) => void }

export function Colors({ values, onChange }: ColorsProps) {
  const words = useMessages(webchatMessages)
  const warningOf = (name: WidgetColor) => {
    const ground = GROUNDS[name]
    const contrast = ground && contrastOf(values[name], values[ground.on])
    if (!ground || !contrast || contrast >= ground.least) return undefined
    return words.lowContrast(words.colors[ground.on], contrast.toFixed(1), String(ground.least))
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {shownColors(values).map((name) => (
        <ColorField
          key={name}
          label={words.colors[name]}
          value={values[name]}
          warning={isColor(values[name]) ? warningOf(name) : undefined}
          onChange={(color) => onChange({ [name]: color })}
        />
      ))}
    </div>
  )
}
