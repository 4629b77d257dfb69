import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RunDetail } from '#contracts/logged-runs.ts'
import { formatBytes, formatNumber, formatUsd } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CopyText } from '../../page-parts/copy-text.tsx'
import { InboxLink } from '../../page-parts/inbox-link.tsx'
import { changed, type LogsSearch } from '../filters.ts'
import { logMessages } from '../messages.ts'
import { channelLabel, starterLabel } from '../run-table.tsx'
import { useFormats } from '../use-formats.ts'
import { runMessages } from './messages.ts'

const linkClass = 'rounded font-medium text-accent hover:underline'

/** Who ran it, from where, how long it took and what it cost. */
export function RunSummary({ run, search }: { run: RunDetail; search: LogsSearch }) {
  const words = useMessages(logMessages)
  const own = useMessages(runMessages)
  const language = useLanguage()
  const { duration, moment } = useFormats()
  const number = (value: number) => formatNumber(value, language)
  const starter = starterLabel(run, words)
  const toRun = (id: string) => changed(search, { run: id, compare: undefined, step: undefined })
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:grid-cols-3 lg:grid-cols-4">
      <Fact label={words.teammate}>{run.employee_name ?? words.organizationRun}</Fact>
      <Fact label={words.channel}>{channelLabel(run, words)}</Fact>
      {starter && <Fact label={words.person}>{starter}</Fact>}
      <Fact label={words.started}>
        <time dateTime={run.created_at}>{moment(run.created_at)}</time>
      </Fact>
      <Fact label={words.duration}>{duration(run.duration_ms)}</Fact>
      {run.model && (
        <Fact label={words.model}>
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="break-all">{run.model}</span>
            {run.fallback_used && <Badge tone="warning">{words.fallbackUsed}</Badge>}
          </span>
        </Fact>
      )}
      <Fact label={words.tokens}>{own.inTokens(number(run.input_tokens), number(run.output_tokens))}</Fact>
      <Fact label={words.cost}>{formatUsd(run.usd_cost, language)}</Fact>
      {run.workflow_name && <Fact label={words.workflow}>{run.workflow_name}</Fact>}
      {run.conversation_id && (
        <Fact label={own.conversation}>
          {isInInbox(run) ? (
            <InboxLink conversation={run.conversation_id} className={linkClass}>
              {run.conversation_title ?? own.openConversation}
            </InboxLink>
          ) : (
            (run.conversation_title ?? '–')
          )}
        </Fact>
      )}
      {run.parent_run_id && (
        <Fact label={own.parent}>
          <Link to="/logs" search={toRun(run.parent_run_id)} className={`${linkClass} font-mono text-xs break-all`}>
            {run.parent_run_id}
          </Link>
        </Fact>
      )}
      {run.rerun_of && (
        <Fact label={own.rerunOf}>
          <Link to="/logs" search={toRun(run.rerun_of)} className={`${linkClass} font-mono text-xs break-all`}>
            {run.rerun_of}
          </Link>
        </Fact>
      )}
      {run.reruns.length > 0 && (
        <Fact label={own.reruns}>
          <ul className="space-y-1">
            {run.reruns.map(({ run_id, status, created_at }) => (
              <li key={run_id}>
                <Link to="/logs" search={toRun(run_id)} className={linkClass}>
                  {moment(created_at)}
                </Link>{' '}
                <span className="text-muted">{words.statuses[status]}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {run.children.length > 0 && (
        <Fact label={own.children}>
          <ul className="space-y-1">
            {run.children.map((child) => (
              <li key={child.run_id}>
                <Link to="/logs" search={toRun(child.run_id)} className={linkClass}>
                  {child.employee_name ?? child.run_id}
                </Link>{' '}
                <span className="text-muted">
                  {words.statuses[child.status]} · {duration(child.duration_ms)} · {formatUsd(child.usd_cost, language)}
                </span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Files label={own.filesCame} files={run.files.filter(({ is_generated }) => !is_generated)} />
      <Files label={own.filesMade} files={run.files.filter(({ is_generated }) => is_generated)} />
      <Fact label={own.id}>
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs break-all">{run.run_id}</span>
          <CopyText label={own.copyId} text={run.run_id} />
        </span>
      </Fact>
    </dl>
  )
}

function Files({ label, files }: { label: string; files: RunDetail['files'] }) {
  const language = useLanguage()
  if (files.length === 0) return null
  return (
    <Fact label={label}>
      <ul className="space-y-1">
        {files.map(({ id, name, size, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
              {name}
            </a>{' '}
            <span className="text-muted">{formatBytes(size, language)}</span>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** Chats with a personal assistant are nobody's to look after. */
const isInInbox = ({ conversation_channel }: RunDetail) => conversation_channel !== 'ally_chat'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  )
}
