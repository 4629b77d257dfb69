import type { Webhook } from '#contracts/webhooks.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { webhookMessages } from './messages.ts'

const tones = { working: 'positive', idle: 'neutral', failing: 'warning', disabled: 'danger' } as const

function stateOf({ is_enabled, failures, last_delivery }: Webhook): keyof typeof tones {
  if (!is_enabled) return 'disabled'
  if (failures > 0) return 'failing'
  return last_delivery ? 'working' : 'idle'
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const words = useMessages(webhookMessages)
  const state = stateOf(webhook)
  const tone = webhook.is_enabled || webhook.disabled_reason ? tones[state] : 'neutral'
  return <Badge tone={tone}>{words.states[state]}</Badge>
}
