import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { AiModel } from '#contracts/catalog.ts'
import type { CatalogModel } from '#contracts/models.ts'
import type { Vendor } from '#contracts/parties.ts'
import { formatPrice } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { modelMessages } from './messages.ts'
import { cachedInputCost, canBeChosen } from './model-rules.ts'
import { vendorLabel } from './vendor-label.ts'

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

/** Behind a model in a list: its badges, or why it would not answer. */
export function ModelNote({ model }: { model: CatalogModel }) {
  if (!model.is_available) return <NeedsConnection />
  return (
    <span className="flex gap-1 max-sm:hidden">
      <Capabilities model={model} />
    </span>
  )
}

function NeedsConnection() {
  const words = useMessages(modelMessages)
  const isManager = useIsManager()
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <Lock aria-hidden className="size-3.5" />
      {words.notConnected}
      {!isManager && <span className="max-sm:hidden">· {words.adminRequired}</span>}
    </span>
  )
}

/** Under a list of models: what its locks mean, and how they are opened. */
export function LockNotes({ models }: { models: CatalogModel[] }) {
  const words = useMessages(modelMessages)
  const waitingForKey = models.some((model) => canBeChosen(model) && !model.is_available)
  const plan = models.find((model) => !canBeChosen(model))?.provider
  if (!waitingForKey && !plan) return null
  return (
    <div className="space-y-1.5">
      {plan && <ConnectNote vendor={plan} text={words.lockedPlan(vendorLabel(plan))} link={words.connectPlan} />}
      {waitingForKey && <ConnectNote text={plan && words.otherLocked} />}
    </div>
  )
}

type ConnectNoteProps = { vendor?: Vendor; text?: string | undefined; link?: string }

/**
 * What a vendor without a key means, and the way to a key. It is beside the list: within a value of a list, nobody
 * could reach it. Without a vendor it is about all that are locked.
 */
export function ConnectNote({ vendor, text, link }: ConnectNoteProps) {
  const words = useMessages(modelMessages)
  const isManager = useIsManager()
  return (
    <span className="flex items-start gap-2 text-xs text-muted">
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {text ?? (vendor ? words.locked(vendorLabel(vendor)) : words.lockedModels)}{' '}
        {isManager ? (
          <Link
            to="/settings/vendors"
            search={vendor ? { connect: vendor } : {}}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {link ?? (vendor ? words.connectVendor(vendorLabel(vendor)) : words.connect)}
          </Link>
        ) : (
          words.askAdmin
        )}
      </span>
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
