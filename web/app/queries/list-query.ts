// The query of the message list, as encoded in its URL: state, search text, account, phone, days.
export const listStates = ['matched', 'under_way', 'held', 'failed', 'not_matched', 'all', 'forwarded', 'suppressed'] as const
/** What one comes for: everything that a filter forwarded, in whatever state. */
export const usualState = 'matched'
export type ListState = (typeof listStates)[number]

export interface ListQuery {
  state: ListState
  /** Words of the sender or the subject; empty for any. */
  searchText: string
  mailboxId: string | null
  destinationId: string | null
  /** Days of the reader's calendar, such as 2026-11-20, both included. */
  from: string | null
  to: string | null
}

export const unfiltered: ListQuery = { state: usualState, searchText: '', mailboxId: null, destinationId: null, from: null, to: null }

/** Parses the URL's query; invalid values are ignored. */
export function parseListQuery(search: URLSearchParams): ListQuery {
  return {
    state: listStates.find(option => option === search.get('state')) ?? usualState,
    searchText: (search.get('q') ?? '').trim().slice(0, 200),
    mailboxId: parseId(search.get('mailbox')),
    destinationId: parseId(search.get('phone')),
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
  }
}

/** The URL query of a page of the list: '' or a string that starts with '?'. */
export function toUrlSearch(query: ListQuery, cursor: string | null = null): string {
  const { state, searchText, mailboxId, destinationId, from, to } = query
  const search = new URLSearchParams({
    ...(state !== usualState && { state }),
    ...(searchText && { q: searchText }),
    ...(mailboxId && { mailbox: mailboxId }),
    ...(destinationId && { phone: destinationId }),
    ...(from && { from }),
    ...(to && { to }),
    ...(cursor && { before: cursor }),
  })
  return search.size > 0 ? `?${search}` : ''
}

/** Is anything filtered besides the state? */
export const isFiltered = (query: ListQuery): boolean => toUrlSearch({ ...query, state: usualState }) !== ''

/** Does the first day come after the last, so that nothing can match? */
export const isReversed = ({ from, to }: ListQuery): boolean => from !== null && to !== null && from > to

/** The days as the server's time range: from `since` (included) to `until` (excluded). */
export function toTimeRange({ from, to }: ListQuery): { since?: string; until?: string } {
  return { ...(from && { since: midnight(from, 0) }), ...(to && { until: midnight(to, 1) }) }
}

export const daySpans = ['any', 'today', 'yesterday', 'week', 'month'] as const
export type DaySpan = (typeof daySpans)[number]

/** The days of a span. One that includes today has no last day, so that new email shows up. */
export function daysInSpan(span: DaySpan, today: string): Pick<ListQuery, 'from' | 'to'> {
  if (span === 'any') return { from: null, to: null }
  if (span === 'yesterday') return { from: dayBefore(today, 1), to: dayBefore(today, 1) }
  return { from: dayBefore(today, { today: 0, week: 6, month: 29 }[span]), to: null }
}

/** The span that covers these days; null for a custom range. */
export const findDaySpan = ({ from, to }: Pick<ListQuery, 'from' | 'to'>, today: string): DaySpan | null =>
  daySpans.find(span => {
    const days = daysInSpan(span, today)
    return days.from === from && days.to === to
  }) ?? null

export function dayBefore(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - days)).toISOString().slice(0, 10)
}

// A day may have 23 or 25 hours, so this counts calendar days.
function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

const parseId = (text: string | null): string | null => (text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null)

function parseDay(text: string | null): string | null {
  return text && /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayBefore(text, 0) === text ? text : null
}
