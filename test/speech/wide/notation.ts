// Shorthand for the wide set: what people may type in three languages, and the filter it should become.
import { type Expected, f, not, type Tree } from '../leaves.ts'

export const clear = (text: string, tree: Tree | Tree[], actions: Expected['actions'] = {}): Expected => ({
  text,
  class: 'clear',
  tree,
  actions,
})
export const asks = (text: string): Expected => ({ text, class: 'question', about: '', tree: null, actions: {} })
export const cannot = (text: string): Expected => ({ text, class: 'unsupported', tree: null, actions: {} })

export const from = (name: string): Tree => f('from', 'contains', name)
export const sender = (address: string): Tree => f('from', 'is', address)
export const domain = (name: string): Tree => f('sender_domain', 'is', name)
export const about = (word: string): Tree => f('any', 'contains', word)
export const subject = (word: string): Tree => f('subject', 'contains', word)
export const to = (address: string): Tree => f('recipient', 'is', address)
export const file = (kind: string): Tree => f('attachment', 'type_is', kind)
export const attached: Tree = f('attachment', 'exists', true)
export const news: Tree = f('newsletter', 'is', true)
export const reply: Tree = f('reply', 'is', true)
export const machine: Tree = f('automated', 'is', true)
export const stranger: Tree = f('first_time_sender', 'is', true)
export const hours = (start: string, end: string): Tree => f('hour', 'between', [start, end])
export const days = (...names: string[]): Tree => f('weekday', 'in', names)
export const working = days('mon', 'tue', 'wed', 'thu', 'fri')
export const weekend = days('sat', 'sun')
export const amount = (operator: 'over' | 'under', sum: number, currency: string | null): Tree => f('amount', operator, [sum, currency])
export const without = (...trees: Tree[]): Tree => not(...trees)
