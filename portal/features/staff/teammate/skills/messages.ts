import type { SkillProblem } from '#contracts/skill-names.ts'
import { catalogue } from '../../../../lib/i18n.ts'

type Problems = Record<SkillProblem, string>

const problems: Problems = {
  too_large: 'SKILL.md is larger than 100 kB.',
  not_text: 'SKILL.md is not UTF-8 text.',
  unreadable: 'SKILL.md couldn’t be read. Try again later.',
  no_front_matter: 'SKILL.md must begin with its name and description between two lines of “---”.',
  bad_front_matter: 'The name and description between the “---” lines can’t be read. Write each as one text.',
  no_description: 'There is no description, so the teammate wouldn’t know when to use it.',
  bad_description: 'The description is longer than 1,024 characters or has invisible ones.',
  no_name: 'Give it a name of small letters, digits and hyphens, such as “refund-orders”.',
  name_taken: 'Another skill in this folder has the same name.',
}

export const skillMessages = catalogue('staff/teammate/skills', {
  folder: 'Skills folder',
  folderText:
    'Skills teach this teammate how to do a kind of task. Each is a folder with a SKILL.md that it loads when needed.',
  choose: 'Choose a folder',
  change: 'Change',
  stop: 'Stop using',
  stopped: 'The skills folder is no longer used',
  noFolder: 'No folder yet. Choose or create one and write down how things are done.',
  states: {
    not_shared: 'This folder isn’t shared with the teammate, so it can’t use its skills.',
    trashed: 'This folder is in the trash. Restore it and share it again, or choose another one.',
    gone: 'The folder was deleted. Choose another one.',
  },
  deletedFolder: 'Deleted folder',
  shareAgain: 'Share it',
  chooseTitle: (name: string) => `Skills folder of ${name}`,
  chooseText: 'Open the folder that has the skills, or create one.',
  useThis: 'Use this folder',
  willShare: 'The teammate will be able to view this folder.',
  skills: 'Skills',
  noSkills: 'No skills in this folder yet.',
  hasMore: 'Only the first 200 skills of this folder are used.',
  add: 'New skill',
  addTitle: 'New skill',
  create: 'Create',
  name: 'Name',
  nameHint: 'Small letters, digits and hyphens, such as “refund-orders”.',
  nameTaken: 'There is a folder of this name already.',
  description: 'Description',
  descriptionHint: 'What it is for and when to use it. The teammate chooses by this.',
  notUsed: 'Not used',
  problems,
  remove: (name: string) => `Delete ${name}`,
  failed: 'Couldn’t load skills',
  saveFailed: 'Couldn’t change the skills folder',
  createFailed: 'Couldn’t create the skill',
})
