import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#contracts/client.ts'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import type { OperatorLink } from '#contracts/sign-in.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useTitle } from '../../../lib/title.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { LoginFrame } from '../login-frame.tsx'
import { useFinishSignIn } from '../use-finish-sign-in.ts'
import { operatorLinkMessages } from './messages.ts'
import { SetUpForm } from './set-up-form.tsx'

/** Where a link from the server's console leads: to the form that sets a fresh server up. */
export function SetUpPage() {
  const { token } = useParams({ from: '/setup/$token' })
  return <OperatorLinkPage token={token}>{() => <SetUpForm token={token} />}</OperatorLinkPage>
}

/** Where a link from the server's console leads that signs one person in. */
export function SignInLinkPage() {
  const { token } = useParams({ from: '/sign-in-link/$token' })
  return (
    <OperatorLinkPage token={token}>{(person) => <ConfirmSignIn token={token} person={person} />}</OperatorLinkPage>
  )
}

type PageProps = { token: string; children: (person: OperatorLink['person']) => ReactNode }

function OperatorLinkPage({ token, children }: PageProps) {
  const words = useMessages(operatorLinkMessages)
  const link = useQuery({
    queryKey: ['operator-link', token],
    queryFn: ({ signal }) => call(signInPaths.showOperatorLink, { params: { token } }, { signal }),
    // The link is gone once it was used, and its page has to stay until the next one is there.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isGone = link.error instanceof ApiError && link.error.status === 404
  return (
    <LoginFrame>
      {link.data ? (
        children(link.data.person)
      ) : isGone ? (
        <Gone />
      ) : link.isError ? (
        <LoadFailed title={words.failed} query={link} />
      ) : (
        <WaitingForm />
      )}
    </LoginFrame>
  )
}

function Gone() {
  const words = useMessages(operatorLinkMessages)
  useTitle(words.goneTitle)
  return (
    <EmptyState icon={<Unlink aria-hidden />} title={words.goneTitle} text={words.goneText}>
      <Link to="/login" className={buttonClass()}>
        {words.toSignIn}
      </Link>
    </EmptyState>
  )
}

function ConfirmSignIn({ token, person }: { token: string; person: OperatorLink['person'] }) {
  const words = useMessages(operatorLinkMessages)
  useTitle(words.signInTitle)
  const finish = useFinishSignIn()
  const signIn = useMutation({
    mutationFn: () => call(signInPaths.signInByOperatorLink, { params: { token } }),
    onSuccess: ({ redirect_url }) => finish(redirect_url),
  })
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{words.signInTitle}</h1>
      <p className="mt-1.5 mb-7 text-muted">{words.signInText(person?.name ?? person?.email ?? '')}</p>
      {signIn.isError && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {sentenceOf(signIn.error, words.signInFailed)}
        </p>
      )}
      <Button look="primary" busy={signIn.isPending} className="h-10 w-full" onClick={() => signIn.mutate()}>
        {words.signIn}
      </Button>
    </>
  )
}
