import type { TestApp } from '../app.ts'
import { givenPrivateChat } from '../chats/private-chat.ts'
import { givenHosted } from '../tools/hosted.ts'
import { storageClient } from './storage.ts'
import { toolResults } from './storage-tools.ts'

export const skillText = (name: string, description: string, body = `How ${name} is done.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`

/** A teammate that may read the folder `team/skills` and has it as the folder of its skills; nothing lies in it yet. */
export async function givenSkills(app: TestApp) {
  const given = await givenPrivateChat(app, { organization: { use_lazy_tools: false } })
  const { organization, owner, teammate, vendor } = given
  const person = await app.as(owner)
  const base = `/api/organizations/${organization.id}`
  const storage = storageClient(person, `${base}/storage`)
  const skillsOf = (id: string) => `${base}/employees/${id}/skills`
  const share = (path = 'team/skills', employee_id = teammate.id, permission = 'read') =>
    person.post(`${storage.base}/folder/share`, { path, permission, employee_id })
  const choose = (skills_path: string | null, employee_id = teammate.id) =>
    person.put(skillsOf(employee_id), { skills_path })

  await storage.folder('team')
  await storage.folder('skills', 'team')
  await share()
  await choose('team/skills')

  /** A skill as people write it, in a folder of its own. */
  async function write(folder: string, text: string | Buffer, file = 'SKILL.md') {
    await storage.folder(folder, 'team/skills')
    const { status, body } = await storage.upload(file, text, `team/skills/${folder}`)
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  }

  return Object.assign(given, {
    person,
    base,
    storage,
    share,
    choose,
    write,
    unshare: (path = 'team/skills') =>
      person.delete(`${storage.base}/folder/share?path=${encodeURIComponent(path)}&employee_id=${teammate.id}`),
    show: async (employee_id = teammate.id) => (await person.get(skillsOf(employee_id))).body,
    hosted: () => givenHosted(app, owner, teammate),
    /** What the teammate's model receives for one call, as text. */
    async calls(name: string, input: object): Promise<string> {
      vendor.reply({ text: '', tool_calls: [{ id: 'a', name, input }] }, { text: 'Done.' })
      await given.ask('Go on!')
      return toolResults(given.sent()).at(-1) ?? ''
    },
    /** What the teammate's model is offered and shown first. */
    async modelInput(): Promise<{ tools: string[]; system: string }> {
      vendor.reply({ text: 'Yes.' })
      await given.ask('Are you there?')
      return { tools: given.offered(), system: String(given.sent()[0]?.content) }
    },
  })
}
