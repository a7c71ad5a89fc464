// Condition trees of expected sentences in the notation of the corpus, and shorthand for writing them.

export type Leaf = { field: string; op: string; value: unknown; name?: string; check?: string }
export type Tree = Leaf | { all: Tree[] } | { any: Tree[] } | { none: Tree[] }

export interface Expected {
  id?: string
  language?: string
  text: string
  class: 'clear' | 'question' | 'unsupported'
  /** A list means all of them. */
  tree: Tree | Tree[] | null
  actions: Record<string, unknown>
  also?: Tree[]
  about?: string
  question?: { about: string; ask: string }
  missing?: string
}

export const f = (field: string, op: string, value: unknown): Leaf => ({ field, op, value })
export const not = (...none: Tree[]): Tree => ({ none })
export const one = (...any: Tree[]): Tree => ({ any })
export const since = (day: string): Leaf => f('date', 'on_or_after', day)
export const alerts = (sender: string): Tree[] => [f('any', 'contains', 'alert'), f('from', 'contains', sender)]
