import type { ReactNode } from 'react'
import type { Reasoning } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Menu, MenuChoice } from '../../../ui/menu.tsx'
import { chatMessages } from '../messages.ts'

type ReasoningMenuProps = { trigger: ReactNode; value: Reasoning; onChange: (value: Reasoning) => void }

const levels = ['off', 'low', 'medium', 'high'] as const

export function ReasoningMenu({ trigger, value, onChange }: ReasoningMenuProps) {
  const words = useMessages(chatMessages)
  const choices = levels.map((level) => ({ value: level, label: words.reasoningLevels[level] }))
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice closes label={words.reasoning} value={value} choices={choices} onChange={onChange} />
    </Menu>
  )
}
