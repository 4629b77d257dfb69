import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { LABEL_COLORS, MAX_LABEL_LENGTH, MAX_LABELS_PER_CONVERSATION } from './label-names.ts'
import { Done, pageOf, pageQuery } from './page.ts'
import * as labelPaths from './paths/labels.ts'

/** What people sort conversations by. */
export const Label = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  name: z.string(),
  color: z.enum(LABEL_COLORS),
})
export type Label = z.infer<typeof Label>

/** NUL characters are not kept, and runs of spaces look like one. */
const LabelName = z
  .string()
  .overwrite((text) => text.replaceAll('\0', '').replace(/\s+/g, ' ').trim())
  .min(1, 'Cannot be empty')
  .max(MAX_LABEL_LENGTH)

const CreateLabel = z.object({ name: LabelName, color: z.enum(LABEL_COLORS) })
export type CreateLabel = z.output<typeof CreateLabel>
/** What is left out stays as it is. */
const UpdateLabel = CreateLabel.partial()
export type UpdateLabel = z.output<typeof UpdateLabel>

const SetLabels = z.object({
  label_ids: z
    .array(z.uuid())
    .max(MAX_LABELS_PER_CONVERSATION)
    .transform((ids) => [...new Set(ids)]),
})

export const ConversationLabels = z.object({ conversation_id: z.uuid(), labels: z.array(Label) })
export type ConversationLabels = z.infer<typeof ConversationLabels>

const OneLabel = z.object({ label_id: z.uuid() })
const TAKEN = { 409: ['LABEL_EXISTS'] } as const

export const labelEndpoints = describeEndpoints(labelPaths, {
  listLabels: {
    summary: 'List the labels of the organization by name',
    query: pageQuery({ limit: 100, max: 100 }),
    answer: pageOf(Label),
  },
  createLabel: {
    summary: 'Create a label; its name is taken whatever its case',
    body: CreateLabel,
    answer: Label,
    errors: { 409: [...TAKEN[409], 'TOO_MANY_LABELS'] },
  },
  updateLabel: {
    summary: 'Rename or recolor a label everywhere',
    params: OneLabel,
    body: UpdateLabel,
    answer: Label,
    errors: TAKEN,
  },
  deleteLabel: { summary: 'Delete a label; every conversation loses it', params: OneLabel, answer: Done },
  setLabels: {
    summary: 'Set which labels a conversation has',
    params: z.object({ conversation_id: z.uuid() }),
    body: SetLabels,
    answer: ConversationLabels,
    errors: { 400: ['NO_SUCH_LABEL'] },
  },
})
