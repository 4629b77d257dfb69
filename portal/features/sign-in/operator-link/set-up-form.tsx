import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import { call } from '../../../lib/api.ts'
import { brand } from '../../../lib/brand.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useTitle } from '../../../lib/title.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useFinishSignIn } from '../use-finish-sign-in.ts'
import { operatorLinkMessages } from './messages.ts'

export function SetUpForm({ token }: { token: string }) {
  const words = useMessages(operatorLinkMessages)
  useTitle(words.setUpTitle(brand))
  const finish = useFinishSignIn()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [organization, setOrganization] = useState('')
  const setUp = useMutation({
    mutationFn: () => call(signInPaths.setUp, { params: { token }, body: { name, email, organization } }),
    onSuccess: ({ redirect_url }) => finish(redirect_url),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setUp.mutate()
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="mb-7">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{words.setUpTitle(brand)}</h1>
        <p className="mt-1.5 text-muted">{words.setUpText}</p>
      </div>
      <TextField
        label={words.name}
        required
        maxLength={200}
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={words.email}
        hint={words.emailHint}
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={words.organization}
        required
        maxLength={200}
        autoComplete="organization"
        value={organization}
        onChange={(event) => setOrganization(event.target.value)}
      />
      {setUp.isError && (
        <p role="alert" className="text-sm text-danger">
          {sentenceOf(setUp.error, words.setUpFailed)}
        </p>
      )}
      <Button look="primary" type="submit" busy={setUp.isPending} className="h-10 w-full">
        {words.setUp}
      </Button>
    </form>
  )
}
