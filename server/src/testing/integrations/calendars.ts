import type { IdentityProvider } from '#contracts/parties.ts'
import { hostGoogleCalendar } from '../doubles/apis/google-calendar.ts'
import { hostGraphCalendar } from '../doubles/apis/graph-calendar.ts'
import { givenAccount, startAccounts } from './integrations.ts'

export const CALENDARS = [
  ['Google Calendar', 'idpa'],
  ['Outlook', 'idpb'],
] as const

type Consent = Parameters<typeof givenAccount>[2]

/** A server, and both providers with the calendars of their accounts. */
export async function startCalendars() {
  const accounts = await startAccounts()
  const google = hostGoogleCalendar(accounts.idpa)
  const graph = hostGraphCalendar(accounts.idpb)
  const of = (service: IdentityProvider) =>
    service === 'idpa' ? { calendar: google, prefix: 'calendar_a' } : { calendar: graph, prefix: 'calendar_b' }
  return {
    ...accounts,
    google,
    graph,
    given: (service: IdentityProvider, consent: Consent = {}) => givenCalendar(accounts, service, of(service), consent),
  }
}

type Accounts = Awaited<ReturnType<typeof startAccounts>>
type Served = {
  calendar: ReturnType<typeof hostGoogleCalendar> | ReturnType<typeof hostGraphCalendar>
  prefix: string
}

/** A teammate with an account whose calendars are empty. */
async function givenCalendar(
  accounts: Accounts,
  service: IdentityProvider,
  { calendar, prefix }: Served,
  consent: Consent,
) {
  calendar.clear()
  const given = await givenAccount(accounts.app, accounts[service], consent)
  /** What the model read of a call. */
  const text = (tool: string, input: object = {}) => given.use(`${prefix}__${tool}`, input)
  return Object.assign(given, {
    calendar,
    prefix,
    text,
    // biome-ignore lint/suspicious/noExplicitAny: a test reads freely what a model receives
    json: async (tool: string, input: object = {}): Promise<any> => {
      const answer = await text(tool, input)
      if (!/^[{[]/.test(answer)) throw new Error(answer)
      return JSON.parse(answer)
    },
  })
}
