// Merges several webhooks into one request, as Meta does: entries side by side, adjacent statuses in one change.
import { z } from 'zod/mini'

const changeShape = z.object({ field: z.string(), value: z.record(z.string(), z.unknown()) })
const payloadShape = z.object({
  object: z.string(),
  entry: z.array(z.looseObject({ id: z.string(), time: z.optional(z.number()), changes: z.array(changeShape) })),
})
type Change = z.infer<typeof changeShape>

export function mergePayloads(payloads: Record<string, unknown>[]): unknown {
  if (payloads.length === 1) return payloads[0]
  const entries = payloads.flatMap(payload => payloadShape.parse(payload).entry)
  const changes = entries.flatMap(entry => entry.changes)
  const { time: _, ...first } = entries[0] ?? { id: '' }
  return { object: 'whatsapp_business_account', entry: [{ ...first, changes: changes.reduce<Change[]>(appendChange, []) }] }
}

function appendChange(merged: Change[], change: Change): Change[] {
  const last = merged.at(-1)
  const [statuses, nextStatuses] = [last?.value['statuses'], change.value['statuses']]
  if (!last || !Array.isArray(statuses) || !Array.isArray(nextStatuses)) return [...merged, change]
  return [...merged.slice(0, -1), { ...last, value: { ...last.value, statuses: [...statuses, ...nextStatuses] } }]
}
