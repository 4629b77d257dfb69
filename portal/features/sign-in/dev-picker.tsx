import { useMutation } from '@tanstack/react-query'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import type { DevUsers } from '#contracts/sign-in.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { signInMessages } from './messages.ts'
import { useFinishSignIn } from './use-finish-sign-in.ts'

type DevPickerProps = { users: DevUsers['users']; state: string | undefined }

export function DevPicker({ users, state }: DevPickerProps) {
  const words = useMessages(signInMessages)
  const finish = useFinishSignIn()
  const login = useMutation({
    mutationFn: (userId: string) =>
      call(signInPaths.signInAsDevUser, { body: { user_id: userId, ...(state ? { state } : {}) } }),
    onSuccess: ({ redirect_url }) => finish(redirect_url),
  })
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
        {users.map((user) => {
          const chosen = login.isPending && login.variables === user.id
          return (
            <li key={user.id}>
              <button
                type="button"
                disabled={login.isPending}
                aria-busy={chosen || undefined}
                onClick={() => login.mutate(user.id)}
                className="flex w-full items-center gap-3 px-3.5 py-2.5 text-left transition-colors not-disabled:hover:bg-hover focus-visible:-outline-offset-2"
              >
                <Avatar name={user.name ?? user.email} picture={user.picture} />
                <span className="min-w-0 grow leading-tight">
                  <span className="block truncate text-sm font-medium">{user.name ?? user.email}</span>
                  <span className="block truncate text-xs text-muted">{user.email}</span>
                </span>
                {user.is_admin && <Badge>{words.admin}</Badge>}
                {chosen && <Spinner className="text-faint" />}
              </button>
            </li>
          )
        })}
      </ul>
      {login.isError && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {sentenceOf(login.error, words.loginFailed)}
        </p>
      )}
    </>
  )
}
