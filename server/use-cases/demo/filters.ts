// The three filters of the demo user.
import type { FilterDraft } from '../../../core/api/filters.ts'
import type { Action } from '../../../core/filters/action.ts'

const toEveryPhone: Action = { kind: 'forward', destinationIds: [] }

export const demoFilters: FilterDraft[] = [
  {
    name: 'Codes and bank',
    paused: false,
    condition: {
      all: [
        { field: 'from', operator: 'ends', values: ['@harborbank.example'] },
        { none: [{ field: 'from', operator: 'contains', values: ['news@'] }] },
      ],
    },
    actions: [toEveryPhone],
  },
  {
    name: 'Bills and receipts',
    paused: false,
    condition: {
      any: [
        { field: 'subject', operator: 'contains', values: ['invoice', 'receipt'] },
        {
          all: [
            { field: 'attachment', operator: 'exists' },
            { field: 'body', operator: 'contains', values: ['due', 'payable'] },
          ],
        },
      ],
    },
    actions: [toEveryPhone],
  },
  {
    name: 'School and orders',
    paused: false,
    condition: {
      any: [
        { field: 'from', operator: 'contains', values: ['greenfield-school.example'] },
        { field: 'subject', operator: 'starts', values: ['New order'] },
      ],
    },
    actions: [toEveryPhone],
  },
]
