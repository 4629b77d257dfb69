import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Section } from '../../../../ui/section.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingForm } from '../../../page-parts/waiting.tsx'
import { webchatMessages } from '../messages.ts'
import { type Rules, useSecurity, useUpdateSecurity } from '../use-webchat.ts'
import { Origins } from './origins.tsx'
import { Secret } from './secret.tsx'
import { SigningSample } from './signing-sample.tsx'

/** Who may use the widget, and how visitors prove who they are. Each change takes effect at once. */
export function Security() {
  const words = useMessages(webchatMessages)
  const security = useSecurity()
  return (
    <Section title={words.security} text={words.securityText}>
      {security.data ? (
        <RulesForm rules={security.data} />
      ) : security.isError ? (
        <LoadFailed title={words.securityFailed} query={security} />
      ) : (
        <WaitingForm />
      )}
    </Section>
  )
}

function RulesForm({ rules }: { rules: Rules }) {
  const words = useMessages(webchatMessages)
  const update = useUpdateSecurity()
  const require = (identity_required: boolean) =>
    update.mutate(
      { ...rules, identity_required },
      { onError: (error) => showToast(sentenceOf(error, words.securitySaveFailed)) },
    )
  return (
    <div className="max-w-2xl space-y-8">
      <Origins rules={rules} />
      <Switch
        label={words.identityRequired}
        hint={words.identityRequiredHint}
        checked={update.isPending ? (update.variables.identity_required ?? false) : rules.identity_required}
        disabled={update.isPending}
        onChange={require}
      />
      <Secret />
      <SigningSample />
    </div>
  )
}
