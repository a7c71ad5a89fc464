// Reduces a filter to its shape: which fields its conditions use, how often, and which actions it has; never a name or a value.
import { z } from 'zod/mini'

export interface FilterShape {
  conditions: { field: string; count: number }[]
  actions: string[]
}

const fieldName = z.string().check(z.regex(/^[a-z_]{1,40}$/))
const Actions = z.catch(z.array(z.object({ kind: fieldName })), [])

export function shapeOfFilter(condition: unknown, actions: unknown): FilterShape {
  const counts = new Map<string, number>()
  for (const field of fieldsOf(condition)) counts.set(field, (counts.get(field) ?? 0) + 1)
  return {
    conditions: [...counts].map(([field, count]) => ({ field, count })),
    actions: Actions.parse(actions).map(({ kind }) => kind),
  }
}

/** The tree as it is stored: a node is a condition with a field, or a list of nodes under all, any or none. */
function fieldsOf(condition: unknown): string[] {
  if (Array.isArray(condition)) return condition.flatMap(fieldsOf)
  if (typeof condition !== 'object' || condition === null) return []
  if ('field' in condition) {
    const field = fieldName.safeParse(condition.field)
    return [field.success ? field.data : 'unknown']
  }
  return ['all', 'any', 'none'].flatMap(key => fieldsOf(Object.getOwnPropertyDescriptor(condition, key)?.value))
}
