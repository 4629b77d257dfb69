import type { Fault } from '../fault.ts'

export const portalFaults: readonly Fault[] = [
  {
    file: 'portal/lib/refusals/messages.ru.ts',
    find: `NO_CREDITS: 'У организации не осталось кредитов.',`,
    replace: ``,
    tests: 'portal/lib/refusal.test.ts',
    what: 'a refusal is shown in English on a Russian page (a translation key lost)',
  },
  {
    file: 'portal/lib/return-path.ts',
    find: `return { path: \`/api\${path}\`, isServers: true }`,
    replace: `return { path: \`/api\${path}\`, isServers: false }`,
    tests: 'portal/lib/return-path.test.ts',
    what: 'the desktop app is not signed in, because its address is opened as a page',
  },
  {
    file: 'portal/lib/throttle.ts',
    find: `if (isAsked) go()`,
    replace: ``,
    tests: 'portal/lib/throttle.test.ts',
    what: 'the last change of a burst is not shown',
  },
  {
    file: 'portal/lib/form.ts',
    find: `!(name in sent) || !isSame(value, sent[name])`,
    replace: `!(name in sent)`,
    tests: 'portal/lib/form.test.ts',
    what: 'what was typed while a form was being saved is lost',
  },
  {
    file: 'portal/features/inbox-counts/counts.ts',
    find: `if (!event.previous || !isInScope(event, scope)) return counts`,
    replace: `if (!event.previous) return counts`,
    tests: 'portal/features/inbox-counts/counts.test.ts',
    what: 'the inbox counts conversations that its filter leaves out',
  },
  {
    file: 'portal/features/inbox/marks/marks.ts',
    find: `mark.until <= now`,
    replace: `mark.until < now`,
    tests: 'portal/features/inbox/marks/marks.test.ts',
    what: 'a snoozed conversation does not come back at its time (off by one)',
  },
  {
    file: 'portal/features/inbox/list/inbox-list.ts',
    find: `if (list.hasMore && last && byRecency(last, row) < 0) return others`,
    replace: `if (list.hasMore && last && byRecency(last, row) > 0) return others`,
    tests: 'portal/features/inbox/list/inbox-list.test.ts',
    what: 'an old conversation is listed before those that are not loaded yet (a predicate inverted)',
  },
  {
    file: 'portal/features/inbox/presence/presence-store.ts',
    find: `if (user.id === viewerId) return`,
    replace: ``,
    tests: 'portal/features/inbox/presence/presence-store.test.ts',
    what: 'an operator is told that they themselves are also here',
  },
  {
    file: 'portal/features/settings/limit-amount.ts',
    find: `if (used >= limit) return 'reached'`,
    replace: `if (used > limit) return 'reached'`,
    tests: 'portal/features/settings/limit-amount.test.ts',
    what: 'a limit that is reached exactly is shown as not reached (off by one)',
  },
  {
    file: 'portal/features/desktop-auth/desktop-request.ts',
    find: `url.origin !== origin || url.username || url.password`,
    replace: `url.origin !== origin`,
    tests: 'portal/features/desktop-auth/desktop-request.test.ts',
    what: 'a desktop sign-in continues to an address with a password in it',
  },
]
