import { Link } from '@tanstack/react-router'
import * as mcpPaths from '#contracts/paths/mcp.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { connectorKeys } from '../../connectors/keys.ts'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { TokenRow } from '../../staff/teammate/connectors/token-row.tsx'
import { ownTokenMessages } from './messages.ts'

/** The person's own tokens in this organization, for whichever teammate. */
export function OwnTokens() {
  const words = useMessages(ownTokenMessages)
  const parts = useMessages(partMessages)
  const tokens = useOwnTokens()
  const listed = tokens.data
  return (
    <Section title={words.title} text={words.text}>
      {!listed && (tokens.isError ? <LoadFailed title={words.failed} query={tokens} /> : <WaitingRows />)}
      {listed?.length === 0 && <p className="text-sm text-muted">{words.none}</p>}
      {listed && listed.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {listed.map(({ teammate, ...token }) => (
            <TokenRow
              key={token.id}
              token={token}
              employeeId={teammate.id}
              teammate={
                <>
                  {words.toolsOf}{' '}
                  <Link
                    to="/staff/ai/$employeeId"
                    params={{ employeeId: teammate.id }}
                    search={{ tab: 'mcps' }}
                    className="rounded font-medium hover:underline"
                  >
                    {teammate.name}
                  </Link>
                </>
              }
            />
          ))}
        </ul>
      )}
      {tokens.hasNextPage && (
        <Button className="mt-4" busy={tokens.isFetchingNextPage} onClick={() => tokens.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </Section>
  )
}

function useOwnTokens() {
  const { organization } = useSession()
  return usePages(connectorKeys.ownTokens(organization.id), (page, signal) =>
    call(
      mcpPaths.listOwnHostedTokens,
      { params: { organization_id: organization.id }, query: { page, limit: 50 } },
      { signal },
    ),
  )
}
