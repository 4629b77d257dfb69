import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import type { AuthProvider } from '#contracts/sign-in.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { inviteCodeOf, returnPathOf } from '../../lib/return-path.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { signInMessages } from './messages.ts'
import { useFinishSignIn } from './use-finish-sign-in.ts'

/** The server gives up after 15 seconds; its answer must have the time to arrive. */
const timeoutMs = 20_000

export function LdapForm({ provider, state }: { provider: AuthProvider; state: string | undefined }) {
  const words = useMessages(signInMessages)
  const finish = useFinishSignIn()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => {
      const inviteCode = inviteCodeOf(state)
      const body = { username, password, returnPath: returnPathOf(state), ...(inviteCode && { inviteCode }) }
      return call(signInPaths.signInWithLdap, { body }, { timeoutMs })
    },
    onSuccess: ({ redirect_url }) => finish(redirect_url),
    gcTime: 0,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate()
  }
  // Whatever the server refuses gets one sentence; a server that was not reached gets another.
  const isUnreached = login.error instanceof ApiError && login.error.kind === 'network'
  return (
    <form aria-label={provider.label} onSubmit={submit} className="space-y-4">
      <h2 className="text-sm font-semibold">{provider.label}</h2>
      <TextField
        label={words.username}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        label={words.password}
        type="password"
        required
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {login.isError && (
        <p role="alert" className="text-sm text-danger">
          {isUnreached ? words.failed.network : words.invalidCredentials}
        </p>
      )}
      <Button look="primary" type="submit" busy={login.isPending} className="h-10 w-full">
        {words.login}
      </Button>
    </form>
  )
}
