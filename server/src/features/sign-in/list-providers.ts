import type { AuthProvider } from '#contracts/sign-in.ts'
import type { Config } from '#platform/config.ts'

/** What this deployment offers to sign in with, in the order in which the page shows it. */
export function listProviders(config: Config): AuthProvider[] {
  const brokered = config.AUTH_SERVER_ISSUER ? config.AUTH_SERVER_PROVIDERS : []
  return [
    ...brokered.map(({ id, type, label, icon_svg }) =>
      type === 'redirect'
        ? { id, type, label, start_url: `/api/auth/auth-server/${id}`, ...(icon_svg && { icon_svg }) }
        : { id, type, label },
    ),
    ...(config.LDAP_URL ? [{ id: 'ldap', type: 'ldap-single' as const, label: config.LDAP_LABEL }] : []),
  ]
}
