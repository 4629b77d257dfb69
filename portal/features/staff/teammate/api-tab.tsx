import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { ScrollingText } from '../../../ui/scrolling.tsx'
import { Section } from '../../../ui/section.tsx'
import { CopyRow } from '../../page-parts/copy-row.tsx'
import { CopyText } from '../../page-parts/copy-text.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { useFetchPrivateKey, useKeys } from '../../settings/keys/use-keys.ts'
import { teammateMessages } from './messages.ts'
import { useExternalUrls } from './use-teammate.ts'
import type { TabProps } from './use-teammate-form.ts'

export function ApiTab({ teammate }: TabProps) {
  const words = useMessages(teammateMessages)
  const urls = useExternalUrls(teammate.id)
  if (!urls.data) return urls.isError ? <LoadFailed title={words.apiFailed} query={urls} /> : <WaitingForm />

  const { api_messages_url, mcp_url } = urls.data
  const example = curlOf(api_messages_url, words.exampleMessage)
  return (
    <Section title={words.apiTitle} text={words.apiText}>
      <div className="max-w-2xl space-y-6">
        <CopyRow label={words.endpoint} text={api_messages_url} copyLabel={words.copyEndpoint} />
        <PrivateKey />
        <div>
          <div className="mb-1.5 flex items-center justify-between gap-3">
            <h3 className="text-sm font-medium">{words.example}</h3>
            <CopyText label={words.copyExample} text={example} />
          </div>
          <ScrollingText className="overflow-x-auto rounded-lg border border-line bg-canvas px-3.5 py-3 font-mono text-xs leading-5">
            <code>{example}</code>
          </ScrollingText>
          <p className="mt-1.5 text-xs text-muted">{words.exampleHint}</p>
        </div>
        <CopyRow label={words.mcp} text={mcp_url} copyLabel={words.copyMcp} />
      </div>
    </Section>
  )
}

/** Masked; the whole key is fetched when someone copies it, and never shown. */
function PrivateKey() {
  const words = useMessages(teammateMessages)
  const isManager = useIsManager()
  const { data: keys } = useKeys()
  const fetchPrivateKey = useFetchPrivateKey()
  if (!isManager) return <p className="text-sm text-muted">{words.askForKey}</p>
  return (
    <CopyRow
      label={words.privateKey}
      hint={words.privateKeyHint}
      text={keys?.private_api_key ?? ''}
      copyLabel={words.copyKey}
      copied={fetchPrivateKey}
    />
  )
}

function curlOf(url: string, message: string): string {
  const body = JSON.stringify({ message, channel: 'my-app' })
  return [
    `curl ${url} \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body}'`,
  ].join('\n')
}
