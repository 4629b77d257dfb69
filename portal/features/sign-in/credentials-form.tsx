import { type FormEvent, useState } from 'react'
import type { AuthProvider } from '#contracts/sign-in.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { signInMessages } from './messages.ts'

/** Announced, but not answered by any server yet; what is typed leaves the page nowhere. */
export function CredentialsForm({ provider }: { provider: AuthProvider }) {
  const words = useMessages(signInMessages)
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
  }
  return (
    <form aria-label={provider.label} onSubmit={submit} className="space-y-4">
      <TextField label={words.email} type="email" required autoComplete="username" />
      <TextField label={words.password} type="password" required autoComplete="current-password" />
      {tried && (
        <p role="alert" className="text-sm text-danger">
          {words.passwordUnavailable}
        </p>
      )}
      <Button look="primary" type="submit" className="h-10 w-full">
        {words.login}
      </Button>
    </form>
  )
}
