import { stored } from '../../lib/stored.ts'

const keyOf = (organizationId: string) => `alongside:last-teammate:${organizationId}`

export const lastTeammate = {
  read: (organizationId: string) => stored.read(keyOf(organizationId)),
  remember: (organizationId: string, employeeId: string) => stored.write(keyOf(organizationId), employeeId),
}
