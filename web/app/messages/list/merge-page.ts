// Merges fresh data into the message list: at once, or behind "3 new" while somebody reads.
import type { MessageLine } from '../../../../core/api/ledger.ts'

export interface FetchedPage {
  items: MessageLine[]
  next: string | null
}

export interface VisibleMessages extends FetchedPage {
  /** New rows, held back until the reader asks for them. */
  waiting: MessageLine[]
}

/** While `isReading`, rows keep their positions: visible ones update in place, new ones wait, those pushed off the page stay. */
export function mergePage(visible: VisibleMessages | null, fetched: FetchedPage, isReading: boolean): VisibleMessages {
  const last = visible?.items.at(-1)
  if (!visible || !last || !isReading) return { ...fetched, waiting: [] }
  const visibleIds = new Set(visible.items.map(line => line.id))
  const waiting = fetched.items.filter(line => !visibleIds.has(line.id) && isNewer(line, last))
  if (waiting.length === 0) return { ...fetched, waiting }
  const byId = new Map(fetched.items.map(line => [line.id, line]))
  const oldest = fetched.items.at(-1)
  const wasPushedOff = (line: MessageLine) => fetched.next !== null && oldest !== undefined && isNewer(oldest, line)
  return {
    items: visible.items.flatMap(line => byId.get(line.id) ?? (wasPushedOff(line) ? line : [])),
    next: visible.next,
    waiting,
  }
}

export interface MessageChange {
  line: MessageLine
  isNew: boolean
}

/** What to announce to screen readers: new rows, and rows whose state has changed. */
export function changesBetween(before: MessageLine[], after: MessageLine[]): MessageChange[] {
  const previous = new Map(before.map(line => [line.id, line]))
  const newest = before[0]
  return after.flatMap(line => {
    const earlier = previous.get(line.id)
    if (!earlier) return !newest || isNewer(line, newest) ? { line, isNew: true } : []
    return deliveryState(earlier) === deliveryState(line) ? [] : { line, isNew: false }
  })
}

const deliveryState = (line: MessageLine): string => line.delivery?.state ?? line.state

/** The order of the list: by date, then by id. */
const isNewer = (a: MessageLine, b: MessageLine): boolean =>
  a.datedAt === b.datedAt ? a.id > b.id : new Date(a.datedAt) > new Date(b.datedAt)
