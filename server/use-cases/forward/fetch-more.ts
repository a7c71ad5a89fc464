// Checks that enough of each message was fetched to decide on it; fetches the rest between two transactions.
import type { Filter } from '../../../core/filters/action.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { requiredDepth } from '../../../core/filters/engine/needs.ts'
import { needsSource } from '../../../core/filters/exact/needs.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { Arrived, FetchDepth } from '../../mail/parsing/arrived.ts'
import { wantsFiles } from './files.ts'

/** Rolls back the transaction: more of these emails, by id, must be fetched first. */
class NeedsMore extends Error {
  needed: Map<string, FetchDepth>

  constructor(needed: Map<string, FetchDepth>) {
    super('More of an email must be fetched before its filters can decide.')
    this.needed = needed
  }
}

/** Throws NeedsMore when a partly fetched email will be forwarded, or cannot be decided yet. */
export function requireEnoughContent(
  decided: { message: NewMessage; decision: { forwards: Forward[]; isIncomplete: boolean } }[],
  filters: readonly Filter[],
  savesFiles = false,
): void {
  const needed = decided.flatMap(({ message, decision }): [string, FetchDepth][] => {
    const more = contentNeeded(message.arrived, decision, filters) ?? filesNeeded(message, decision, filters, savesFiles)
    return more ? [[message.id, more]] : []
  })
  if (needed.length > 0) throw new NeedsMore(new Map(needed))
}

function contentNeeded(
  { more, fetched }: Arrived,
  { forwards, isIncomplete }: { forwards: unknown[]; isIncomplete: boolean },
  filters: readonly Filter[],
): FetchDepth | null {
  if (!more || fetched === 'text') return null
  const needs = requiredDepth(filters)
  // If all that the filters need is there and the decision is still open, evaluation ran out of time: more content would not help.
  const isUndecided = isIncomplete && needs !== 'headers'
  if (!isUndecided && forwards.length === 0) return null
  if (needsSource(filters)) return 'all'
  return isUndecided && needs === 'structure' && fetched === 'headers' ? 'structure' : 'text'
}

/** Once the text is there and files go with it, the full email is needed. */
function filesNeeded(
  { arrived: { more, fetched }, view }: NewMessage,
  { forwards }: { forwards: Forward[] },
  filters: readonly Filter[],
  savesFiles: boolean,
): FetchDepth | null {
  return savesFiles && more && fetched === 'text' && wantsFiles(view, forwards, filters) ? 'all' : null
}

/** Runs `work`; whenever it needs more of some emails, fetches that and runs it again. Each round fetches more of at least one. */
export async function fetchUntilEnough<T>(
  parse: (arrived: Arrived) => Promise<MailView>,
  messages: NewMessage[],
  work: (messages: NewMessage[]) => Promise<T>,
): Promise<T> {
  for (let current = messages; ; ) {
    try {
      return await work(current)
    } catch (error) {
      if (!(error instanceof NeedsMore)) throw error
      current = await fetchMore(parse, current, error.needed)
    }
  }
}

async function fetchMore(parse: (arrived: Arrived) => Promise<MailView>, current: NewMessage[], needed: Map<string, FetchDepth>) {
  const fetched = new Map<string, Arrived>()
  const incomplete = current.filter(({ id }) => needed.has(id))
  for (const [more, sameSource] of Map.groupBy(incomplete, ({ arrived }) => arrived.more))
    for (const [depth, sameDepth] of Map.groupBy(sameSource, ({ id }) => needed.get(id))) {
      const arrived =
        more && depth
          ? await more(
              sameDepth.map(message => message.arrived),
              depth,
            )
          : []
      for (const [i, { id, arrived: before }] of sameDepth.entries()) fetched.set(id, withProgress(before, arrived[i] ?? before))
    }
  return Promise.all(
    current.map(async message => {
      const arrived = fetched.get(message.id)
      return arrived ? { ...message, arrived, view: moreComplete(message.view, await parse(arrived)) } : message
    }),
  )
}

/** When the full email is too large to parse, the text parsed before remains. */
const moreComplete = (before: MailView, after: MailView): MailView =>
  after.unparsed !== null && after.fetched === 'headers' && before.fetched === 'text' && before.unparsed === null ? before : after

/** A fetch that brought nothing more is not repeated. */
function withProgress(before: Arrived, { more, ...arrived }: Arrived): Arrived {
  return more && arrived.fetched !== before.fetched ? { ...arrived, more } : arrived
}
