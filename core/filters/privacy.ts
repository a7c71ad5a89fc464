// How much of a mail its filters let be seen on a phone: where several speak, the most protective one is heard.
import type { Action, Filter } from './action.ts'
import type { Redact } from './redact/redact.ts'

export const shows = ['headers', 'summary', 'full'] as const
export type Show = (typeof shows)[number]

/**
 * `show` null: the beginning, and the whole at a tap; `full`: as much as a message holds at once. The others hold back for good what
 * they do not show. `redact` null: nothing is blacked out.
 */
export interface Privacy {
  show: Show | null
  redact: Redact | null
}

/** `speaking`: the filters that speak for the phone, with `owner` that brings the mail there. */
export const privacyOf = (owner: Filter, speaking: readonly Filter[]): Privacy => ({
  show: speaking.map(showOf).reduce(lesser, showOf(owner)),
  redact: redactBy(speaking),
})

/** What both let be seen; what only one of them says of how the whole is shown is as `a` says it. */
export const stricter = (a: Privacy, b: Privacy): Privacy => ({ show: lesser(a.show, b.show), redact: joined([a.redact, b.redact]) })

/** Nothing is held back: files and the whole mail may leave too. */
export const isOpen = ({ show, redact }: Privacy): boolean => redact === null && (show === null || show === 'full')

const showOf = ({ actions }: Filter): Show | null => actions.find(action => action.kind === 'forward')?.show ?? null

const ranks: Record<Show, number> = { headers: 0, summary: 1, full: 2 }
const rankOf = (show: Show | null): number => ranks[show ?? 'full']
const lesser = (a: Show | null, b: Show | null): Show | null => (rankOf(b) < rankOf(a) ? b : a)

export function redactBy(filters: readonly Filter[]): Redact | null {
  const redactions = filters.flatMap(({ actions }) => actions).filter((action): action is RedactAction => action.kind === 'redact')
  return joined(redactions.map(({ what, patterns }) => ({ what, patterns })))
}

type RedactAction = Extract<Action, { kind: 'redact' }>

function joined(all: (Redact | null)[]): Redact | null {
  const what = [...new Set(all.flatMap(one => one?.what ?? []))]
  const patterns = [...new Set(all.flatMap(one => one?.patterns ?? []))]
  return what.length + patterns.length > 0 ? { what, patterns } : null
}
