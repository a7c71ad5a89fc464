// Combines how much of an email its filters reveal on a phone: the strictest filter wins.
import type { Action, Filter } from './action.ts'
import type { RedactionRules } from './redact/redact.ts'

export const showModes = ['headers', 'summary', 'full'] as const
export type Show = (typeof showModes)[number]

/**
 * `show` null: the beginning, and the full email on tap; `full`: as much as one message can hold. The other modes permanently hide
 * what they do not show. `redact` null: nothing is blacked out.
 */
export interface PhonePrivacy {
  show: Show | null
  redact: RedactionRules | null
}

/** `applying`: the filters that apply to the phone, including `owner`, which forwards the email there. */
export const combinePrivacy = (owner: Filter, applying: readonly Filter[]): PhonePrivacy => ({
  show: applying.map(showOf).reduce(stricterShow, showOf(owner)),
  redact: combineRedactions(applying),
})

/** Reveals only what both allow; if both allow equally much, `a` decides. */
export const stricter = (a: PhonePrivacy, b: PhonePrivacy): PhonePrivacy => ({
  show: stricterShow(a.show, b.show),
  redact: joinRedactions([a.redact, b.redact]),
})

/** Nothing is hidden: attachments and the full email may be sent too. */
export const isUnrestricted = ({ show, redact }: PhonePrivacy): boolean => redact === null && (show === null || show === 'full')

const showOf = ({ actions }: Filter): Show | null => actions.find(action => action.kind === 'forward')?.show ?? null

const ranks: Record<Show, number> = { headers: 0, summary: 1, full: 2 }
const rankOf = (show: Show | null): number => ranks[show ?? 'full']
const stricterShow = (a: Show | null, b: Show | null): Show | null => (rankOf(b) < rankOf(a) ? b : a)

export function combineRedactions(filters: readonly Filter[]): RedactionRules | null {
  const redactions = filters.flatMap(({ actions }) => actions).filter((action): action is RedactAction => action.kind === 'redact')
  return joinRedactions(redactions.map(({ what, patterns }) => ({ what, patterns })))
}

type RedactAction = Extract<Action, { kind: 'redact' }>

function joinRedactions(all: (RedactionRules | null)[]): RedactionRules | null {
  const what = [...new Set(all.flatMap(one => one?.what ?? []))]
  const patterns = [...new Set(all.flatMap(one => one?.patterns ?? []))]
  return what.length + patterns.length > 0 ? { what, patterns } : null
}
