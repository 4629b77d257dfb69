import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { botMessages } from './messages.ts'

type CredentialField<Name extends string> = {
  name: Name
  label: string
  hint?: string
  isSecret: boolean
  /** What it was before, where that may be shown. */
  known?: string | undefined
}
/** Why a bot was not connected, beside the field that is to blame. */
export type CredentialRefusal<Name extends string> = { field: Name; text: string }

type CredentialsFormProps<Name extends string> = {
  channel: keyof typeof chatPlatforms
  action: string
  fields: readonly CredentialField<Name>[]
  connect: UseMutationResult<unknown, Error, Record<Name, string>>
  refusalOf: (error: Error) => CredentialRefusal<Name>
  onBegin: () => void
}

/** Takes what a platform gives out for a bot. Secrets are never shown again, and stay in the page no longer than their fields. */
export function CredentialsForm<Name extends string>(props: CredentialsFormProps<Name>) {
  const { channel, action, fields, connect, refusalOf, onBegin } = props
  const { actionOf } = useMessages(botMessages)
  const [values, setValues] = useState<Partial<Record<Name, string>>>({})
  const { mutate, reset, error, isPending } = connect
  const entered = fields.map(({ name, known = '' }) => [name, (values[name] ?? known).trim()] as const)
  const isIncomplete = entered.some(([, value]) => value === '')
  const refusal = error && refusalOf(error)
  // Where the platform or the server cannot be reached, nothing that was entered is wrong.
  const blamesField = error instanceof ApiError && (error.status ?? 500) < 500
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isIncomplete || isPending) return
    onBegin()
    mutate(Object.fromEntries(entered) as Record<Name, string>)
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      {fields.map(({ name, label, hint, isSecret, known = '' }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          type={isSecret ? 'password' : 'text'}
          autoComplete={isSecret ? 'new-password' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          value={values[name] ?? known}
          onChange={(event) => {
            setValues({ ...values, [name]: event.target.value })
            reset()
          }}
          error={blamesField && refusal?.field === name ? refusal.text : undefined}
        />
      ))}
      {refusal && !blamesField && (
        <p role="alert" className="text-sm text-danger">
          {refusal.text}
        </p>
      )}
      <Button
        type="submit"
        look="primary"
        busy={isPending}
        disabled={isIncomplete}
        aria-label={actionOf(action, chatPlatforms[channel].label)}
      >
        {action}
      </Button>
    </form>
  )
}
