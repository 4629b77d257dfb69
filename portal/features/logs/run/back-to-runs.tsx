import { useMessages } from '../../../lib/i18n.ts'
import { BackLink } from '../../page-parts/back-link.tsx'
import { changed, type LogsSearch } from '../filters.ts'
import { runMessages } from './messages.ts'

/** Leads to the list as it was left. */
export function BackToRuns({ search }: { search: LogsSearch }) {
  const words = useMessages(runMessages)
  const list = changed(search, { run: undefined, compare: undefined, step: undefined })
  return <BackLink to="/logs" search={list} label={words.back} />
}
