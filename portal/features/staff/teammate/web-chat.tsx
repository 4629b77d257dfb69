import { Link } from '@tanstack/react-router'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { CodeSample } from '../../page-parts/code-sample.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { teammateMessages } from './messages.ts'
import { useExternalUrls } from './use-teammate.ts'

/** How visitors reach a teammate whose channel is the web chat, and where more of it is set. */
export function WebChat({ teammate }: { teammate: Teammate }) {
  const words = useMessages(teammateMessages)
  const isManager = useIsManager()
  return (
    <div className="space-y-3">
      {/* The snippet is of the teammate as it is saved. */}
      {teammate.channel === 'Web Chat' ? (
        <Snippet teammate={teammate} />
      ) : (
        <p className="text-sm text-pretty text-muted">{words.webChatUnsaved}</p>
      )}
      {isManager && (
        <Link to="/settings/webchat" className="inline-block text-sm font-medium text-accent hover:underline">
          {words.webChatSettings}
        </Link>
      )}
    </div>
  )
}

function Snippet({ teammate: { id, name } }: { teammate: Teammate }) {
  const words = useMessages(teammateMessages)
  const urls = useExternalUrls(id)
  const snippet = urls.data?.webchat_snippet
  if (snippet)
    return (
      <>
        <p className="text-sm text-pretty text-muted">{words.webChatText(name)}</p>
        <CodeSample label={words.snippet} copyLabel={words.copySnippet} text={snippet} />
      </>
    )
  if (urls.isError) return <LoadFailed title={words.apiFailed} query={urls} />
  // Settings that were read before the channel was turned on have no snippet.
  if (urls.isFetching) return <WaitingRows />
  return <p className="text-sm text-pretty text-muted">{words.webChatOther(name)}</p>
}
