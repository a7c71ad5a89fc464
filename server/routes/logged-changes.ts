// Names the changes that a person's log keeps because they decide which mail goes where, by the route that makes them.
import type { Method } from '../foundation/http/route.ts'

const changes: Partial<Record<`${Method} ${string}`, string>> = {
  'POST /api/mailboxes': 'mailbox.added',
  'PATCH /api/mailboxes/:id': 'mailbox.changed',
  'DELETE /api/mailboxes/:id': 'mailbox.removed',
  'PATCH /api/mailboxes/:id/outgoing': 'mailbox.outgoing_changed',
  'POST /api/filters': 'filter.added',
  'POST /api/filters/batches': 'filters.added',
  'PUT /api/filters': 'filters.replaced',
  'PUT /api/filters/order': 'filters.ordered',
  'PUT /api/filters/:id': 'filter.changed',
  'POST /api/filters/:id/versions': 'filter.restored',
  'DELETE /api/filters/:id': 'filter.removed',
  'DELETE /api/filters/:id/removal': 'filter.removal_undone',
  'PUT /api/filters/lists/:name': 'filter_list.changed',
  'DELETE /api/filters/lists/:name': 'filter_list.removed',
}

export const loggedChange = (method: Method, url: string): string | null => changes[`${method} ${url}`] ?? null
