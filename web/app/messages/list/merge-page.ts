// Merges fresh data into the message list: at once, or behind "3 new" while somebody reads.
import type { MessageLine } from '../../../../core/api/ledger.ts'

export interface FetchedPage {
  items: MessageLine[]
  next: string | null
}

export interface ShownMessages extends FetchedPage {
  /** New rows that wait until the reader asks for them. */
  waiting: MessageLine[]
}

/** While `reading`, rows keep their positions: known ones update in place, new ones wait, those pushed off the page stay. */
export function mergePage(shown: ShownMessages | null, fresh: FetchedPage, reading: boolean): ShownMessages {
  const last = shown?.items.at(-1)
  if (!shown || !last || !reading) return { ...fresh, waiting: [] }
  const known = new Set(shown.items.map(line => line.id))
  const waiting = fresh.items.filter(line => !known.has(line.id) && isNewer(line, last))
  if (waiting.length === 0) return { ...fresh, waiting }
  const byId = new Map(fresh.items.map(line => [line.id, line]))
  const end = fresh.items.at(-1)
  const pushedOff = (line: MessageLine) => fresh.next !== null && end !== undefined && isNewer(end, line)
  return {
    items: shown.items.flatMap(line => byId.get(line.id) ?? (pushedOff(line) ? line : [])),
    next: shown.next,
    waiting,
  }
}

export interface MessageChange {
  line: MessageLine
  isNew: boolean
}

/** What to announce to screen readers: new rows, and rows whose state has changed. */
export function changesBetween(before: MessageLine[], after: MessageLine[]): MessageChange[] {
  const known = new Map(before.map(line => [line.id, line]))
  const newest = before[0]
  return after.flatMap(line => {
    const old = known.get(line.id)
    if (!old) return !newest || isNewer(line, newest) ? { line, isNew: true } : []
    return stateOf(old) === stateOf(line) ? [] : { line, isNew: false }
  })
}

const stateOf = (line: MessageLine): string => line.delivery?.state ?? line.state

/** The order of the list: by arrival, then by id. */
const isNewer = (a: MessageLine, b: MessageLine): boolean =>
  a.arrivedAt === b.arrivedAt ? a.id > b.id : new Date(a.arrivedAt) > new Date(b.arrivedAt)
