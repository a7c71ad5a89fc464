// Checks that enough of each message was fetched and parsed to decide on it and save it; gets the rest between two transactions.
import type { Filter } from '../../../core/filters/action.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { requiredDepth } from '../../../core/filters/engine/needs.ts'
import { needsSource } from '../../../core/filters/exact/needs.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { Arrived, FetchDepth } from '../../mail/parsing/arrived.ts'
import { wantsFiles } from './files.ts'
import { type Preparation, type PrepareDeps, type PreparedMessage, prepareMessages } from './prepare.ts'

/** How much of an email must be fetched, or what must be parsed of it: its source, its page for the web view, that and its files. */
type ContentNeed = FetchDepth | 'source' | Preparation

/** Rolls back the transaction: more of these emails, by id, must be fetched or parsed first. */
class NeedsMore extends Error {
  needed: ReadonlyMap<string, ContentNeed>

  constructor(needed: ReadonlyMap<string, ContentNeed>) {
    super('More of an email must be fetched or parsed before it can be saved.')
    this.needed = needed
  }
}

/** Throws NeedsMore when anything is needed. */
export function requireNothing(needed: ReadonlyMap<string, ContentNeed>): void {
  if (needed.size > 0) throw new NeedsMore(needed)
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
  requireNothing(new Map(needed))
}

/** Few filters look at the raw source; it is parsed only for them. */
export function requireSources(messages: readonly PreparedMessage[], filters: readonly Filter[]): void {
  if (!needsSource(filters)) return
  const without = messages.filter(({ view, arrived, hasSource }) => view.unparsed === null && !arrived.fetched && !hasSource)
  requireNothing(new Map(without.map(({ id }) => [id, 'source'])))
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

export interface FetchMoreDeps extends PrepareDeps {
  /** With `withSource`, the view includes the raw source. */
  parse(arrived: Arrived & { withSource?: boolean }): Promise<MailView>
}

/** The batch as far as it has been fetched and parsed; it grows while it is decided on. */
export interface Progress {
  messages: PreparedMessage[]
}

/** Runs `work`; whenever it needs more of some emails, gets that and runs it again. Each round gets more of at least one. */
export async function fetchUntilEnough<T>(
  deps: FetchMoreDeps,
  progress: Progress,
  now: Date,
  work: (messages: PreparedMessage[]) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work(progress.messages)
    } catch (error) {
      if (!(error instanceof NeedsMore)) throw error
      progress.messages = await fetchMore(deps.parse, progress.messages, error.needed)
      progress.messages = await parseSources(deps.parse, progress.messages, error.needed)
      await prepareMessages(deps, progress, error.needed, now)
    }
  }
}

const isDepth = (need: ContentNeed | undefined): need is FetchDepth => need === 'structure' || need === 'text' || need === 'all'

async function fetchMore(parse: FetchMoreDeps['parse'], current: PreparedMessage[], needed: ReadonlyMap<string, ContentNeed>) {
  const fetched = new Map<string, Arrived>()
  const incomplete = current.filter(({ id }) => isDepth(needed.get(id)))
  for (const [more, sameSource] of Map.groupBy(incomplete, ({ arrived }) => arrived.more))
    for (const [depth, sameDepth] of Map.groupBy(sameSource, ({ id }) => needed.get(id))) {
      const arrived =
        more && isDepth(depth)
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

const parseSources = (parse: FetchMoreDeps['parse'], current: PreparedMessage[], needed: ReadonlyMap<string, ContentNeed>) =>
  Promise.all(
    current.map(async message =>
      needed.get(message.id) === 'source'
        ? { ...message, hasSource: true, view: await parse({ ...message.arrived, withSource: true }) }
        : message,
    ),
  )

/** When the full email is too large to parse, the text parsed before remains. */
const moreComplete = (before: MailView, after: MailView): MailView =>
  after.unparsed !== null && after.fetched === 'headers' && before.fetched === 'text' && before.unparsed === null ? before : after

/** A fetch that brought nothing more is not repeated. */
function withProgress(before: Arrived, { more, ...arrived }: Arrived): Arrived {
  return more && arrived.fetched !== before.fetched ? { ...arrived, more } : arrived
}
