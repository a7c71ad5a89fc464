// Decides whether enough of a message is known; what is missing is fetched between two transactions.
import type { Filter } from '../../../core/filters/action.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { needsOf } from '../../../core/filters/engine/needs.ts'
import { needsSource } from '../../../core/filters/exact/needs.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { Arrived, FetchDepth } from '../../mail/parsing/arrived.ts'
import { wantsFiles } from './files.ts'

/** Ends a transaction in which nothing was kept: more of these mails, by id, has to be known first. */
class TooLittle extends Error {
  wanted: Map<string, FetchDepth>

  constructor(wanted: Map<string, FetchDepth>) {
    super('More of a mail has to be fetched before its filters can be asked.')
    this.wanted = wanted
  }
}

/** Throws TooLittle where a mail of which there is more is to be forwarded, or cannot be decided yet. */
export function requireEnough(
  decided: { message: NewMessage; decision: { forwards: Forward[]; isOpen: boolean } }[],
  filters: readonly Filter[],
  keepsFiles = false,
): void {
  const wanted = decided.flatMap(({ message, decision }): [string, FetchDepth][] => {
    const more = wantedOf(message.arrived, decision, filters) ?? filesOf(message, decision, filters, keepsFiles)
    return more ? [[message.id, more]] : []
  })
  if (wanted.length > 0) throw new TooLittle(new Map(wanted))
}

function wantedOf(
  { more, fetched }: Arrived,
  { forwards, isOpen }: { forwards: unknown[]; isOpen: boolean },
  filters: readonly Filter[],
): FetchDepth | null {
  if (!more || fetched === 'text') return null
  const needs = needsOf(filters)
  // What stays open though all that it takes is known was too much work, and stays so.
  const isUndecided = isOpen && needs !== 'headers'
  if (!isUndecided && forwards.length === 0) return null
  if (needsSource(filters)) return 'all'
  return isUndecided && needs === 'structure' && fetched === 'headers' ? 'structure' : 'text'
}

/** The text is known, and files go with it: then all of the mail is wanted. */
function filesOf(
  { arrived: { more, fetched }, view }: NewMessage,
  { forwards }: { forwards: Forward[] },
  filters: readonly Filter[],
  keepsFiles: boolean,
): FetchDepth | null {
  return keepsFiles && more && fetched === 'text' && wantsFiles(view, forwards, filters) ? 'all' : null
}

/** Does `work`, and does it again with more of the mails of which it found too little; each time more of one of them is known. */
export async function withEnough<T>(
  parse: (arrived: Arrived) => Promise<MailView>,
  messages: NewMessage[],
  work: (messages: NewMessage[]) => Promise<T>,
): Promise<T> {
  for (let known = messages; ; ) {
    try {
      return await work(known)
    } catch (error) {
      if (!(error instanceof TooLittle)) throw error
      known = await fetchMore(parse, known, error.wanted)
    }
  }
}

async function fetchMore(parse: (arrived: Arrived) => Promise<MailView>, known: NewMessage[], wanted: Map<string, FetchDepth>) {
  const fetched = new Map<string, Arrived>()
  const short = known.filter(({ id }) => wanted.has(id))
  for (const [more, sharing] of Map.groupBy(short, ({ arrived }) => arrived.more))
    for (const [depth, alike] of Map.groupBy(sharing, ({ id }) => wanted.get(id))) {
      const arrived =
        more && depth
          ? await more(
              alike.map(message => message.arrived),
              depth,
            )
          : []
      for (const [i, { id, arrived: before }] of alike.entries()) fetched.set(id, progressed(before, arrived[i] ?? before))
    }
  return Promise.all(
    known.map(async message => {
      const arrived = fetched.get(message.id)
      return arrived ? { ...message, arrived, view: better(message.view, await parse(arrived)) } : message
    }),
  )
}

/** A whole mail that is too much to be read leaves what was read of its texts. */
const better = (before: MailView, after: MailView): MailView =>
  after.unparsed !== null && after.fetched === 'headers' && before.fetched === 'text' && before.unparsed === null ? before : after

/** What brought nothing is not asked again. */
function progressed(before: Arrived, { more, ...arrived }: Arrived): Arrived {
  return more && arrived.fetched !== before.fetched ? { ...arrived, more } : arrived
}
