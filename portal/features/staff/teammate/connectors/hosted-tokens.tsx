import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { HostedToken } from '#contracts/mcp.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { Section } from '../../../../ui/section.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { CopyRow } from '../../../page-parts/copy-row.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { useExternalUrls } from '../use-teammate.ts'
import { teammateConnectorMessages } from './messages.ts'
import { TokenDialog } from './token-dialog.tsx'
import { useHostedTokens, useRevokeToken } from './use-hosted-tokens.ts'

/** For everybody who sees the teammate: a token is worth what its person may do. */
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
      actions={
        <Button size="small" onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-3.5" />
          {words.create}
        </Button>
      }
    >
      <div className="max-w-2xl space-y-6">
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

function TokenRow({ token, employeeId }: { token: HostedToken; employeeId: string }) {
  const words = useMessages(teammateConnectorMessages)
  const parts = useMessages(partMessages)
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeToken(employeeId)
  const name = token.name || words.noName
  const created = words.createdAt(formatWhen(token.created_at, language))
  const used = token.last_used_at ? words.lastUsed(formatWhen(token.last_used_at, language)) : words.neverUsed
  const confirm = () =>
    revoke.mutate(token.id, {
      onSuccess: () => showToast(words.revoked),
      onError: (error) => showToast(sentenceOf(error, words.revokeFailed)),
      onSettled: () => setAsking(false),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <h4 className="truncate text-sm font-medium">{name}</h4>
        <p className="mt-0.5 text-xs text-muted">
          <code className="font-mono break-all">{token.token}</code> · {created} · {used}
        </p>
      </div>
      <Button size="small" look="danger" aria-label={words.revokeOf(name)} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.revokeTitle(name)}
        text={words.revokeText}
        action={words.revoke}
        cancel={parts.cancel}
        busy={revoke.isPending}
        onConfirm={confirm}
      />
    </li>
  )
}
