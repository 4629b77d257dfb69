import { type ReactNode, useState } from 'react'
import type { Organization, UpdateOrganization } from '#contracts/organizations.ts'
import { useForm } from '../../lib/form.ts'
import { useMessages } from '../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../lib/refusal.ts'
import { useIsManager, useSession } from '../../lib/session.ts'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChatModelPicker } from '../models/chat-model-picker.tsx'
import { useAutoChoice } from '../models/use-catalog.ts'
import { partMessages } from '../page-parts/messages.ts'
import { UnsavedBar } from '../page-parts/unsaved-bar.tsx'
import { settingsMessages } from './messages.ts'
import { SlackSection } from './slack/slack-section.tsx'
import { useShowOrganization, useUpdateOrganization } from './use-update-organization.ts'

export function OrganizationSettings() {
  const words = useMessages(settingsMessages)
  const { organization } = useSession()
  const readOnly = !useIsManager()
  return (
    <>
      {readOnly && <Notice className="mb-4">{words.readOnly}</Notice>}
      <General organization={organization} readOnly={readOnly}>
        <Behavior organization={organization} readOnly={readOnly} />
        <SlackSection readOnly={readOnly} />
      </General>
    </>
  )
}

type PartProps = { organization: Organization; readOnly: boolean }

/** The bar with which it is saved is at the end of the page, behind whatever else is on it. */
function General({ organization, readOnly, children }: PartProps & { children: ReactNode }) {
  const words = useMessages(settingsMessages)
  const parts = useMessages(partMessages)
  const auto = useAutoChoice({ ofPlatform: true })
  const [tried, setTried] = useState(false)
  const { name, ai_default_model } = organization
  const form = useForm<Pick<Organization, 'name' | 'ai_default_model'>>({ name, ai_default_model })
  const update = useUpdateOrganization()
  const { error } = update
  const isEmpty = form.values.name.trim() === ''
  const save = () => {
    setTried(true)
    if (isEmpty) return
    update.mutate(form.changes, {
      onSuccess: (_saved, sent) => {
        form.markSaved(sent)
        setTried(false)
        showToast(words.saved)
      },
    })
  }
  const problem = error && (isAboutFields(error, ['name']) ? parts.checkFields : sentenceOf(error, parts.saveFailed))
  return (
    <>
      <Section title={words.general}>
        <div className="max-w-xl space-y-5">
          <TextField
            label={words.organizationName}
            readOnly={readOnly}
            maxLength={200}
            value={form.values.name}
            onChange={(event) => form.set({ name: event.target.value })}
            error={tried && isEmpty ? words.nameRequired : issueOf(error, 'name')}
          />
          <ChatModelPicker
            label={words.defaultModel}
            hint={words.defaultModelHint}
            disabled={readOnly}
            value={form.values.ai_default_model}
            auto={auto}
            onChange={(model) => form.set({ ai_default_model: model })}
          />
        </div>
      </Section>
      {children}
      <UnsavedBar
        isDirty={form.isDirty}
        busy={update.isPending}
        problem={tried && isEmpty ? words.nameRequired : (problem ?? undefined)}
        onSave={save}
        onDiscard={() => {
          form.reset()
          update.reset()
          setTried(false)
        }}
      />
    </>
  )
}

type Flag = 'use_lazy_tools' | 'is_auto_compacting_enabled' | 'is_debug_mode'

/** Each takes effect at once. */
function Behavior({ organization, readOnly }: PartProps) {
  const words = useMessages(settingsMessages)
  const show = useShowOrganization()
  const update = useUpdateOrganization()
  const flags: { flag: Flag; label: string; hint: string }[] = [
    { flag: 'use_lazy_tools', label: words.lazyTools, hint: words.lazyToolsHint },
    { flag: 'is_auto_compacting_enabled', label: words.compacting, hint: words.compactingHint },
    { flag: 'is_debug_mode', label: words.debug, hint: words.debugHint },
  ]
  const turn = (flag: Flag, on: boolean) => {
    const changes: UpdateOrganization = { [flag]: on }
    show({ [flag]: on })
    update.mutate(changes, {
      onError: () => {
        show({ [flag]: !on })
        showToast(words.notSaved)
      },
    })
  }
  return (
    <Section title={words.behavior}>
      <div className="max-w-xl space-y-6">
        {flags.map(({ flag, label, hint }) => (
          <Switch
            key={flag}
            label={label}
            hint={hint}
            disabled={readOnly}
            checked={organization[flag]}
            onChange={(on) => turn(flag, on)}
          />
        ))}
      </div>
    </Section>
  )
}
