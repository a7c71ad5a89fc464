// Converts filters between their database rows and the API.
import { z } from 'zod/mini'
import type { FilterDraft, SavedFilter } from '../../core/api/filters.ts'
import { Action } from '../../core/filters/action.ts'
import { Condition } from '../../core/filters/tree.ts'
import type { Row } from '../foundation/db/tables.ts'

export const toColumns = (draft: FilterDraft) => ({
  name: draft.name,
  paused: draft.paused,
  condition: JSON.stringify(draft.condition),
  actions: JSON.stringify(draft.actions),
})

export const toDraft = (row: Pick<Row<'filters'>, 'name' | 'paused' | 'condition' | 'actions'>): FilterDraft => ({
  name: row.name,
  paused: row.paused,
  condition: Condition.parse(row.condition),
  actions: z.array(Action).parse(row.actions),
})

export const toSavedFilter = (row: Row<'filters'>): SavedFilter => ({
  id: row.id,
  ...toDraft(row),
  position: row.position,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const explanationContext = (userId: string, messageId: string) => ({ userId, row: messageId, column: 'explanation' })
