import { Lightbulb } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Reasoning } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Button } from '../../../ui/button.tsx'
import { chatMessages } from '../messages.ts'

const ReasoningMenu = lazy(() =>
  whenReachable(() => import('./reasoning-menu.tsx')).then((module) => ({ default: module.ReasoningMenu })),
)

export function ReasoningButton({ value, onChange }: { value: Reasoning; onChange: (value: Reasoning) => void }) {
  const words = useMessages(chatMessages)
  const [wanted, setWanted] = useState(false)
  const level = words.reasoningLevels[value]
  const button = (
    <Button
      look="quiet"
      size="small"
      aria-label={`${words.reasoning}: ${level}`}
      aria-haspopup="menu"
      title={words.reasoning}
      onClick={() => setWanted(true)}
      className="h-8! rounded-lg! pointer-coarse:h-10! [&_svg]:size-4"
    >
      <Lightbulb aria-hidden />
      {level}
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <ReasoningMenu trigger={button} value={value} onChange={onChange} />
    </Suspense>
  )
}
