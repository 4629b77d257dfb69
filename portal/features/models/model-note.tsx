import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { AiModel } from '#contracts/catalog.ts'
import type { CatalogModel } from '#contracts/models.ts'
import { formatPrice } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { modelMessages } from './messages.ts'
import { cachedInputCost } from './model-rules.ts'

/** What a model can do, as badges. */
export function Capabilities({ model }: { model: AiModel }) {
  const words = useMessages(modelMessages)
  const has = [
    model.is_multimodal && words.vision,
    model.is_reasoning && words.reasoning,
    model.is_realtime && words.realtime,
    model.is_tts && words.speech,
    model.is_stt && words.transcription,
  ].filter((name) => name !== false)
  return has.map((name) => (
    <Badge key={name} tone="neutral">
      {name}
    </Badge>
  ))
}

/** Behind a model in a list: its badges, or why it cannot be chosen. */
export function ModelNote({ model }: { model: CatalogModel }) {
  if (!model.is_connected) return <NeedsConnection />
  return (
    <span className="flex gap-1 max-sm:hidden">
      <Capabilities model={model} />
    </span>
  )
}

export function NeedsConnection() {
  const words = useMessages(modelMessages)
  const isManager = useIsManager()
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <Lock aria-hidden className="size-3.5" />
      {isManager ? (
        <Link to="/settings/vendors" className="font-medium text-accent hover:underline">
          {words.connect}
        </Link>
      ) : (
        words.adminRequired
      )}
    </span>
  )
}

export function Prices({ model }: { model: AiModel }) {
  const words = useMessages(modelMessages)
  const language = useLanguage()
  const show = (cost: number | null) => (cost === null ? words.unknownPrice : formatPrice(cost, language))
  const prices = [
    [words.input, show(model.input_cost)],
    [words.output, show(model.output_cost)],
    [words.cachedInput, show(cachedInputCost(model))],
  ]
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-xs">
      <dl className="contents">
        {prices.map(([name, price]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{price}</dd>
          </div>
        ))}
      </dl>
      <span className="text-faint">{words.prices}</span>
    </div>
  )
}
