import { Link, useParams } from '@tanstack/react-router'
import type { InviteLookup } from '#contracts/invites.ts'
import type { User } from '#contracts/users.ts'
import { formatWhen } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useTitle } from '../../lib/title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { LoginFrame } from '../sign-in/login-frame.tsx'
import { inviteMessages } from './messages.ts'
import { signInState, useAcceptInvite, useInvite, useOtherAccount } from './use-invite.ts'

/** For everyone who has the link: who invites, into what and as what. */
export function InvitePage() {
  const words = useMessages(inviteMessages)
  const { code } = useParams({ from: '/invite/$code' })
  const { user, invite } = useInvite(code)
  useTitle(words.title)
  return (
    <LoginFrame>
      {invite.data === undefined ? (
        invite.isError ? (
          <LoadFailed title={words.failed} query={invite} />
        ) : (
          <Waiting />
        )
      ) : (
        <Shown invite={invite.data} user={user} />
      )}
    </LoginFrame>
  )
}

function Waiting() {
  const words = useMessages(inviteMessages)
  return (
    <div className="space-y-3">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="h-4" />
      <Skeleton className="mt-6 h-10" />
    </div>
  )
}

type Closed = 'Accepted' | 'Cancelled' | 'Expired' | 'missing'

function stateOf(invite: InviteLookup | null): Closed | 'Pending' {
  if (!invite) return 'missing'
  return invite.status === 'Pending' && Date.parse(invite.expires_at) <= Date.now() ? 'Expired' : invite.status
}

function Shown({ invite, user }: { invite: InviteLookup | null; user: User | null }) {
  const state = stateOf(invite)
  if (!invite || state !== 'Pending') return <Gone invite={invite} state={state === 'Pending' ? 'missing' : state} />
  return <Open invite={invite} user={user} />
}

function Gone({ invite, state }: { invite: InviteLookup | null; state: Closed }) {
  const words = useMessages(inviteMessages)
  const { title, text } = words.states[state]
  return (
    <>
      <Title>{title}</Title>
      <p className="mt-2 text-pretty text-muted">
        {text} {invite?.invited_by && words.from(invite.invited_by, invite.organization.name)}
      </p>
      <Link to="/" className={`${buttonClass()} mt-7`}>
        {words.home}
      </Link>
    </>
  )
}

function Title({ children }: { children: string }) {
  return <h1 className="text-2xl font-semibold tracking-tight text-balance break-words">{children}</h1>
}

function Open({ invite, user }: { invite: InviteLookup; user: User | null }) {
  const words = useMessages(inviteMessages)
  const language = useLanguage()
  const { code, organization, role, invited_by, expires_at } = invite
  return (
    <>
      <Title>{words.join(organization.name)}</Title>
      <p className="mt-2 text-pretty break-words text-muted">
        {words.invites(invited_by, organization.name, role)} {words.until(formatWhen(expires_at, language))}
      </p>
      <div className="mt-7">
        {user ? (
          <Answer invite={invite} user={user} />
        ) : (
          <Link
            to="/login"
            search={{ state: signInState(code) }}
            className={`${buttonClass({ look: 'primary' })} h-10 w-full`}
          >
            {words.signIn}
          </Link>
        )}
      </div>
    </>
  )
}

/** For someone who is signed in: it is theirs to accept, or someone else's. */
function Answer({ invite, user }: { invite: InviteLookup; user: User }) {
  const words = useMessages(inviteMessages)
  const accept = useAcceptInvite(invite.code)
  const useAnother = useOtherAccount(invite.code)
  const account = <span className="break-words">{words.signedInAs(user.email)}</span>
  return (
    <div className="space-y-4">
      {invite.is_for_another ? (
        <Notice tone="warning">
          {words.forAnother} {account}
        </Notice>
      ) : (
        <>
          <Button
            look="primary"
            className="h-10 w-full"
            busy={accept.isPending || accept.isSuccess}
            onClick={() => accept.mutate()}
          >
            {words.accept}
          </Button>
          {accept.error && (
            <p role="alert" className="text-sm text-danger">
              {sentenceOf(accept.error, words.acceptFailed)}
            </p>
          )}
          <p className="text-sm text-muted">{account}</p>
        </>
      )}
      <Button look={invite.is_for_another ? 'primary' : 'secondary'} className="h-10 w-full" onClick={useAnother}>
        {words.useAnother}
      </Button>
    </div>
  )
}
