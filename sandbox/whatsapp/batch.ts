// Several webhooks in one request: entries beside each other, neighbouring statuses in one change, as Meta batches them.
import { z } from 'zod/mini'

const changeShape = z.object({ field: z.string(), value: z.record(z.string(), z.unknown()) })
const payloadShape = z.object({
  object: z.string(),
  entry: z.array(z.looseObject({ id: z.string(), time: z.optional(z.number()), changes: z.array(changeShape) })),
})
type Change = z.infer<typeof changeShape>

export function gather(payloads: Record<string, unknown>[]): unknown {
  if (payloads.length === 1) return payloads[0]
  const entries = payloads.flatMap(payload => payloadShape.parse(payload).entry)
  const changes = entries.flatMap(entry => entry.changes)
  const { time: _, ...first } = entries[0] ?? { id: '' }
  return { object: 'whatsapp_business_account', entry: [{ ...first, changes: changes.reduce<Change[]>(join, []) }] }
}

function join(before: Change[], next: Change): Change[] {
  const last = before.at(-1)
  const [told, more] = [last?.value['statuses'], next.value['statuses']]
  if (!last || !Array.isArray(told) || !Array.isArray(more)) return [...before, next]
  return [...before.slice(0, -1), { ...last, value: { ...last.value, statuses: [...told, ...more] } }]
}
