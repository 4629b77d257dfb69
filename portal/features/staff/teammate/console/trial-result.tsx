import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { TriedTool } from '#contracts/tool-console.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { ScrollingText } from '../../../../ui/scrolling.tsx'
import { useFormats } from '../../../logs/use-formats.ts'
import { consoleMessages } from './messages.ts'

/** More than this is slow to draw; the run has all of it. */
const MAX_CHARACTERS = 20_000

const tones = { completed: 'positive', failed: 'danger', cancelled: 'neutral', suspended: 'warning' } as const

export function TrialResult({ tried }: { tried: TriedTool & { took_ms: number } }) {
  const words = useMessages(consoleMessages)
  const language = useLanguage()
  const { duration } = useFormats()
  const text = textOf(tried)
  const place = useRef<HTMLElement>(null)
  // It comes below what was filled in, where nobody would see it.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={place} aria-label={words.result} aria-live="polite" className="space-y-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        <Badge tone={tones[tried.status]}>{words.status[tried.status]}</Badge>
        <span className="text-muted">{words.took(duration(tried.took_ms))}</span>
        <Link to="/logs" search={{ run: tried.run_id }} className="rounded text-accent hover:underline">
          {words.openRun}
        </Link>
      </div>
      {tried.status === 'suspended' ? (
        <p className="text-sm text-muted">{words.waits}</p>
      ) : text === '' ? (
        <p className="text-sm text-muted">{words.empty}</p>
      ) : (
        <ScrollingText className="max-h-80 overflow-auto rounded-lg border border-line bg-canvas p-3 font-mono text-xs break-words whitespace-pre-wrap">
          {text.slice(0, MAX_CHARACTERS)}
        </ScrollingText>
      )}
      {text.length > MAX_CHARACTERS && (
        <p className="text-xs text-muted">
          {words.cut(formatNumber(MAX_CHARACTERS, language), formatNumber(text.length, language))}
        </p>
      )}
    </section>
  )
}

function textOf({ status, result, error }: TriedTool): string {
  if (status === 'failed') return error ?? ''
  if (result === null || result === undefined) return ''
  return typeof result === 'string' ? result : JSON.stringify(result, null, 2)
}
