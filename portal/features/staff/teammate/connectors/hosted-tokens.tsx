import { useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { AddButton } from '../../../../ui/add-button.tsx'
import { Section } from '../../../../ui/section.tsx'
import { CopyRow } from '../../../page-parts/copy-row.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { useExternalUrls } from '../use-teammate.ts'
import { teammateConnectorMessages } from './messages.ts'
import { TokenDialog } from './token-dialog.tsx'
import { TokenRow } from './token-row.tsx'
import { useHostedTokens } from './use-hosted-tokens.ts'

/** For everyone who sees the teammate: a token is worth what its person may do. */
export function HostedTokens({ teammate }: { teammate: Teammate }) {
  const words = useMessages(teammateConnectorMessages)
  const { data: urls } = useExternalUrls(teammate.id)
  const tokens = useHostedTokens(teammate.id)
  const [isCreating, setCreating] = useState(false)
  const listed = tokens.data?.data
  return (
    <Section
      title={words.programs}
      text={words.programsText}
      actions={<AddButton onClick={() => setCreating(true)}>{words.create}</AddButton>}
    >
      <div className="space-y-6">
        <CopyRow
          label={words.endpoint}
          text={urls?.mcp_url ?? ''}
          copyLabel={words.copyEndpoint}
          hint={words.endpointHint}
        />
        <div>
          <h3 className="mb-1.5 text-sm font-medium">{words.tokens}</h3>
          {!listed && (tokens.isError ? <LoadFailed title={words.tokensFailed} query={tokens} /> : <WaitingRows />)}
          {listed?.length === 0 && <p className="text-sm text-muted">{words.noTokens}</p>}
          {listed && listed.length > 0 && (
            <ul className="divide-y divide-line rounded-xl border border-line">
              {listed.map((token) => (
                <TokenRow key={token.id} token={token} employeeId={teammate.id} />
              ))}
            </ul>
          )}
        </div>
      </div>
      {isCreating && <TokenDialog employeeId={teammate.id} onClose={() => setCreating(false)} />}
    </Section>
  )
}
