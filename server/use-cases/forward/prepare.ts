// Reads the pages and stores the files of messages that go to a phone, before the transaction that saves the messages.
import type { Filter } from '../../../core/filters/action.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import { type FileSaver, type UnclaimedFiles, wantsFiles } from './files.ts'
import type { WebViews } from './web-views.ts'

/** What was read of a message for the phone it goes to. */
export interface PreparedMessage extends NewMessage {
  /** Its view was parsed with the source, if it has one. */
  hasSource?: boolean
  /** Null when it has no page; undefined before its page was read. */
  page?: Buffer | null
  files?: UnclaimedFiles
}

export interface PrepareDeps {
  /** Undefined when only the decision matters. */
  webViews?: WebViews | undefined
  /** Stores the files of emails that go to a phone; undefined when files are never sent. */
  fileSaver?: FileSaver | undefined
}

export type Preparation = 'page' | 'files'

interface DecidedForwards {
  message: PreparedMessage
  decision: { forwards: Forward[] }
}

/** By message id, what must still be read of the messages that go to a phone. */
export function findUnprepared(
  { webViews, fileSaver }: PrepareDeps,
  decided: readonly DecidedForwards[],
  filters: readonly Filter[],
): Map<string, Preparation> {
  const needed = new Map<string, Preparation>()
  for (const { message, decision } of decided) {
    if (decision.forwards.length === 0) continue
    if (fileSaver && !message.files && wantsFiles(message.view, decision.forwards, filters)) needed.set(message.id, 'files')
    else if (webViews && message.page === undefined) needed.set(message.id, 'page')
  }
  return needed
}

/** Pages are read side by side; files of one email at a time, so that only its bytes are in memory. */
export async function prepareMessages(
  deps: PrepareDeps,
  progress: { messages: PreparedMessage[] },
  needed: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const isNeeded = ({ id }: PreparedMessage) => needed.get(id) === 'page' || needed.get(id) === 'files'
  progress.messages = await Promise.all(progress.messages.map(async message => (isNeeded(message) ? preparePage(deps, message) : message)))
  for (const [i, message] of progress.messages.entries())
    if (deps.fileSaver && needed.get(message.id) === 'files') {
      const { userId } = message.arrived
      const bytes = await deps.fileSaver.readBytes(message.arrived)
      // Noted first, so that what a failure leaves half stored is dropped.
      progress.messages[i] = { ...message, files: { maxFiles: await deps.fileSaver.maxFilesOf(userId) } }
      if (bytes.length > 0) await deps.fileSaver.store(userId, message.id, bytes, now)
    }
}

async function preparePage({ webViews }: PrepareDeps, message: PreparedMessage): Promise<PreparedMessage> {
  if (!webViews || message.page !== undefined) return message
  return { ...message, page: message.view.unparsed === null ? await webViews.pageOf(message.arrived) : null }
}

/** Within the transaction: only inserts what was read before. */
export async function savePreparedPages(
  { webViews }: PrepareDeps,
  tx: Tx,
  userId: string,
  decided: readonly DecidedForwards[],
): Promise<void> {
  const pages = decided.flatMap(({ message: { id, page }, decision }) =>
    page && decision.forwards.length > 0 ? [{ messageId: id, packed: page }] : [],
  )
  if (pages.length > 0) await webViews?.save(tx, userId, pages)
}

/** Drops files that were stored for messages which go to no phone in the end. A failure leaves them to the sweep. */
export async function dropUnclaimedFiles({ fileSaver }: PrepareDeps, messages: readonly PreparedMessage[]): Promise<void> {
  const stored = messages.filter(message => message.files)
  for (const [userId, theirs] of Map.groupBy(stored, ({ arrived }) => arrived.userId)) {
    const ids = theirs.map(({ id }) => id)
    await fileSaver?.dropUnclaimed(userId, ids).catch(() => undefined)
  }
}
