// Keeps the files of messages that go to a phone, so that they can be sent after the text.
import type { Filter } from '../../../core/filters/action.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { isUnrestricted } from '../../../core/filters/privacy.ts'
import { hasSendableFile, selectFilesToSend } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import { linkMs } from '../../files/attachments/link.ts'
import { claimAttachments, dropUnclaimed, storeUnclaimed } from '../../files/attachments/store.ts'
import type { Config } from '../../foundation/config.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { Arrived } from '../../mail/parsing/arrived.ts'
import type { Parser } from '../../mail/parsing/parse.ts'
import type { FileBytes } from '../../mail/parsing/parse-pool.ts'
import type { Graph } from '../../whatsapp/client.ts'

export interface FileSaver {
  /** Empty when the files were not fetched. Takes a thread of the parser, so never within a transaction. */
  readBytes(arrived: Arrived): Promise<FileBytes[]>
  /** Before the transaction: stores the files that fit into the user's storage, for an hour unless they are claimed. */
  store(userId: string, messageId: string, files: FileBytes[], now: Date): Promise<void>
  /** Within the transaction: returns the indexes of a message's stored files, which now stay until its deliveries are over. */
  claim(tx: Tx, userId: string, messageId: string, now: Date): Promise<Set<number>>
  /** Drops stored files that no committed transaction has claimed. */
  dropUnclaimed(userId: string, messageIds: string[]): Promise<void>
  /** WhatsApp's limit for one file. */
  maxFileBytes: number
  /** How many files of one email follow it; the others are behind links. */
  maxFilesOf(userId: string): Promise<number>
}

/** Returns the indexes of the files that follow a message; null when its filter sends none. */
export type FollowUpFiles = (messageId: string, forward: Forward) => number[] | null

interface DecidedForwards {
  message: NewMessage & { files?: UnclaimedFiles }
  decision: { forwards: Forward[] }
}

/** The files of a message were stored, as far as there was room, and wait to be claimed. */
export interface UnclaimedFiles {
  /** How many follow the message at most. */
  maxFiles: number
}

const noFiles: FollowUpFiles = () => null

/** Does any phone get files of this email? */
export function wantsFiles({ files }: Pick<MailView, 'files'>, forwards: readonly Forward[], filters: readonly Filter[]): boolean {
  return files !== undefined && hasSendableFile(files) && forwards.some(forward => sendsFiles(forward, filters))
}

/** Within the transaction: the files were stored before, and now belong to their messages. */
export async function claimFiles(
  saver: FileSaver | undefined,
  tx: Tx,
  userId: string,
  decided: readonly DecidedForwards[],
  filters: readonly Filter[],
  now: Date,
): Promise<FollowUpFiles> {
  if (!saver) return noFiles
  const indexes = new Map<string, number[]>()
  for (const { message, decision } of decided) {
    const { id, view, files } = message
    if (!files || !view.files || !wantsFiles(view, decision.forwards, filters)) continue
    const stored = await saver.claim(tx, userId, id, now)
    indexes.set(id, selectFilesToSend(view.files, stored, saver.maxFileBytes, files.maxFiles))
  }
  return (messageId, forward) => (sendsFiles(forward, filters) ? (indexes.get(messageId) ?? []) : null)
}

/** A filter that hides or redacts anything sends no files, because their contents are not checked. */
function sendsFiles(forward: Forward, filters: readonly Filter[]): boolean {
  const actions = filters.find(filter => filter.id === forward.filterId)?.actions ?? []
  return isUnrestricted(forward) && !actions.some(action => action.kind === 'forward' && action.attachments === false)
}

/** A delivery may wait a week for its phone; its links then work for another week. */
const storedMs = 2 * linkMs

interface FileSaverDeps {
  config: Pick<Config, 'files'>
  db: Db
  keys: UserKeys
  graph: Graph
  limitsOf: LimitsOf
}

export function openFileSaver({ config, db, keys, graph, limitsOf }: FileSaverDeps, filesOf: Parser['filesOf']): FileSaver {
  return {
    readBytes: filesOf,
    maxFileBytes: graph.limits.documentBytes,
    maxFilesOf: async userId => ((await limitsOf(userId)).attachments ? config.files.perMessage : 0),
    store: async (userId, messageId, files, now) =>
      storeUnclaimed(db, userId, await keys.contentKeyOf(db, userId), messageId, files, { maxBytes: config.files.bytesPerUser, now }),
    claim: (tx, userId, messageId, now) => claimAttachments(tx, userId, messageId, new Date(now.getTime() + storedMs)),
    dropUnclaimed: (userId, messageIds) => dropUnclaimed(db, userId, messageIds),
  }
}
