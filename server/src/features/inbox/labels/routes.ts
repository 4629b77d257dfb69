import { labelEndpoints } from '#contracts/labels.ts'
import { route } from '#platform/route.ts'
import { seesConversation } from '../access.ts'
import { listLabels } from './access.ts'
import { deleteLabel, updateLabel } from './change-label.ts'
import { createLabel } from './create-label.ts'
import { setLabels } from './set-labels.ts'

/** Everyone uses labels and creates them; changes that affect others' conversations are for admins. */
export const labelRoutes = [
  route(labelEndpoints.listLabels, {
    caller: 'member',
    serve: (ctx, { query }) => listLabels(ctx, query),
  }),
  route(labelEndpoints.createLabel, {
    caller: 'member',
    serve: (ctx, { body }) => createLabel(ctx, body),
  }),
  route(labelEndpoints.updateLabel, {
    caller: 'admin',
    serve: (ctx, { params, body }) => updateLabel(ctx, params.label_id, body),
  }),
  route(labelEndpoints.deleteLabel, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteLabel(ctx, params.label_id)
      return { success: true as const }
    },
  }),
  route(labelEndpoints.setLabels, {
    caller: 'member',
    sees: seesConversation,
    serve: (ctx, { params, body }) => setLabels(ctx, params.conversation_id, body.label_ids),
  }),
]
