// What the message list shows, as encoded in its URL: state, words, account, phone, days.
export const parts = ['all', 'under_way', 'held', 'failed', 'not_matched', 'forwarded', 'suppressed'] as const
export type ListPart = (typeof parts)[number]

export interface ListQuery {
  part: ListPart
  /** Words of the sender or the subject; empty for any. */
  words: string
  mailboxId: string | null
  destinationId: string | null
  /** Days of the reader's calendar, such as 2026-11-20, both included. */
  from: string | null
  to: string | null
}

export const everything: ListQuery = { part: 'all', words: '', mailboxId: null, destinationId: null, from: null, to: null }

/** Parses the URL's query; invalid values are ignored. */
export function listQueryFrom(search: URLSearchParams): ListQuery {
  return {
    part: parts.find(known => known === search.get('state')) ?? 'all',
    words: (search.get('q') ?? '').trim().slice(0, 200),
    mailboxId: idOf(search.get('mailbox')),
    destinationId: idOf(search.get('phone')),
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
  }
}

/** The URL query of a page of the list: '' or a text that begins with '?'. */
export function searchOf(slice: ListQuery, before: string | null = null): string {
  const { part, words, mailboxId, destinationId, from, to } = slice
  const search = new URLSearchParams({
    ...(part !== 'all' && { state: part }),
    ...(words && { q: words }),
    ...(mailboxId && { mailbox: mailboxId }),
    ...(destinationId && { phone: destinationId }),
    ...(from && { from }),
    ...(to && { to }),
    ...(before && { before }),
  })
  return search.size > 0 ? `?${search}` : ''
}

/** Is anything but the state filtered? */
export const isNarrow = (slice: ListQuery): boolean => searchOf({ ...slice, part: 'all' }) !== ''

/** Does its first day come after its last, so that nothing can have arrived between them? */
export const isTurned = ({ from, to }: ListQuery): boolean => from !== null && to !== null && from > to

/** The hours of its days, as the server is asked: from `since` on, before `until`. */
export function hoursOf({ from, to }: ListQuery): { since?: string; until?: string } {
  return { ...(from && { since: midnight(from, 0) }), ...(to && { until: midnight(to, 1) }) }
}

export const spans = ['any', 'today', 'yesterday', 'week', 'month'] as const
export type DaySpan = (typeof spans)[number]

/** The days of a span. One that goes on to this moment has no last day, so that new mail comes in. */
export function daysOf(span: DaySpan, today: string): Pick<ListQuery, 'from' | 'to'> {
  if (span === 'any') return { from: null, to: null }
  if (span === 'yesterday') return { from: dayBefore(today, 1), to: dayBefore(today, 1) }
  return { from: dayBefore(today, { today: 0, week: 6, month: 29 }[span]), to: null }
}

/** The span that has these days; null for days of the reader's own. */
export const spanOf = ({ from, to }: Pick<ListQuery, 'from' | 'to'>, today: string): DaySpan | null =>
  spans.find(span => {
    const days = daysOf(span, today)
    return days.from === from && days.to === to
  }) ?? null

export function dayBefore(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - days)).toISOString().slice(0, 10)
}

// A day may have 23 or 25 hours: the calendar counts, not the hours.
function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

const idOf = (text: string | null): string | null => (text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null)

function dayOf(text: string | null): string | null {
  return text && /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayBefore(text, 0) === text ? text : null
}
