import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as organizationPaths from '#contracts/paths/organizations.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { formatNumber } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ManagersOnly } from '../page-parts/managers-only.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { UnsavedBar } from '../page-parts/unsaved-bar.tsx'
import { parseAmount } from './limit-amount.ts'
import { settingsMessages } from './messages.ts'
import { SpendingBars } from './spending-bars.tsx'
import { useShowOrganization } from './use-update-organization.ts'

export function Spending() {
  return (
    <ManagersOnly>
      <SpendingBars />
      <DailyLimit>
        <Credits />
      </DailyLimit>
    </ManagersOnly>
  )
}

function Credits() {
  const words = useMessages(settingsMessages)
  const language = useLanguage()
  const { available_tokens } = useSession().organization
  return (
    <Section title={words.credits} text={words.creditsText}>
      {available_tokens > 0 ? (
        <p className="text-2xl font-semibold tracking-tight tabular-nums">
          {words.creditsLeft(formatNumber(available_tokens, language))}
        </p>
      ) : (
        <Notice tone="warning">{words.noCredits}</Notice>
      )}
    </Section>
  )
}

type Kind = 'unlimited' | 'limited'

/** The bar with which it is saved is at the end of the page, behind whatever else is on it. */
function DailyLimit({ children }: { children: ReactNode }) {
  const words = useMessages(settingsMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const show = useShowOrganization()
  const client = useQueryClient()
  /** Whether the amount may be judged: it has been left, or was to be saved. */
  const [isJudged, setJudged] = useState(false)
  const limit = organization.ai_employee_daily_cost_limit_usd
  const saved: { kind: Kind; amount: string } = {
    kind: limit === null ? 'unlimited' : 'limited',
    amount: limit === null ? '' : limit.toFixed(2),
  }
  const { values, set, isDirty, reset } = useForm(saved)
  const amount = parseAmount(values.amount)
  const isLimited = values.kind === 'limited'
  const save = useMutation({
    mutationFn: (usd: number | null) =>
      call(organizationPaths.updateDailyCostLimit, {
        params: { organization_id: organization.id },
        body: { ai_employee_daily_cost_limit_usd: usd },
      }),
    onSuccess: (saved) => {
      show(saved)
      client.invalidateQueries({ queryKey: queryKeys.spending(organization.id) })
      discard()
      showToast(words.saved)
    },
  })
  const discard = () => {
    reset()
    save.reset()
    setJudged(false)
  }
  const submit = () => {
    setJudged(true)
    if (!isLimited) save.mutate(null)
    else if ('usd' in amount) save.mutate(amount.usd)
  }
  const wrong = isLimited && 'wrong' in amount ? amount.wrong : undefined
  const wrongText = wrong === 'too_large' ? words.amountTooLarge : words.amountInvalid
  return (
    <>
      <Section title={words.limit} text={words.limitText}>
        <div className="flex flex-wrap items-start gap-4">
          <Segmented
            label={words.limit}
            value={values.kind}
            choices={[
              { value: 'unlimited', label: words.unlimited },
              { value: 'limited', label: words.limited },
            ]}
            // An amount that is not asked for any more is no edit.
            onChange={(kind) => {
              set({ kind, ...(kind === 'unlimited' && { amount: saved.amount }) })
              setJudged(false)
            }}
          />
          {isLimited && (
            <TextField
              label={words.amount}
              inputMode="decimal"
              autoComplete="off"
              placeholder="5.00"
              className="w-64"
              value={values.amount}
              onChange={(event) => set({ amount: event.target.value })}
              onBlur={() => setJudged(values.amount !== '')}
              error={isJudged && wrong ? wrongText : undefined}
            />
          )}
        </div>
      </Section>
      {children}
      <UnsavedBar
        isDirty={isDirty}
        busy={save.isPending}
        problem={
          isJudged && wrong ? parts.checkFields : save.error ? sentenceOf(save.error, parts.saveFailed) : undefined
        }
        onSave={submit}
        onDiscard={discard}
      />
    </>
  )
}
