import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConnectorTool } from '#contracts/connectors.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { connectorMessages } from './messages.ts'

type ToolListProps = {
  tools: UseQueryResult<{ data: ConnectorTool[] }>
  /** Null until the server has listed its tools. */
  count: number | null
  /** Shown with these words where the server does not have them. */
  others?: readonly string[]
  otherText?: string
  /** What can be set for each. */
  control?: (name: string) => ReactNode
}

/** The tools of a connector, in its server's own words. */
export function ToolList({ tools, count, others = [], otherText = '', control }: ToolListProps) {
  const words = useMessages(connectorMessages)
  if (!tools.data) {
    return tools.isError ? <LoadFailed title={words.toolsFailed} query={tools} /> : <Skeleton className="h-12" />
  }
  const { data: listed } = tools.data
  const gone = others.filter((name) => !listed.some((tool) => tool.name === name))
  const shown: ConnectorTool[] = [...listed, ...gone.map((name) => ({ name, description: otherText }))]
  if (shown.length === 0) {
    return <p className="text-xs text-muted">{count === null ? words.notListedText : words.noTools}</p>
  }
  return (
    <ul className="space-y-3.5">
      {shown.map((tool) => (
        <li key={tool.name}>
          <code className="font-mono text-xs font-medium break-all">{tool.name}</code>
          <p className="mt-0.5 line-clamp-4 text-xs break-words text-pretty text-muted">
            {tool.description || words.noDescription}
          </p>
          {control && <div className="mt-2">{control(tool.name)}</div>}
        </li>
      ))}
    </ul>
  )
}
