// Saves the files of messages that go to a phone, so that they can be sent after the text.
import type { Filter } from '../../../core/filters/action.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { isUnrestricted } from '../../../core/filters/privacy.ts'
import { hasSendableFile, selectFilesToSend } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import { linkMs } from '../../files/attachments/link.ts'
import { saveAttachments } from '../../files/attachments/store.ts'
import type { Config } from '../../foundation/config.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { Arrived } from '../../mail/parsing/arrived.ts'
import type { Parser } from '../../mail/parsing/parse.ts'
import type { FileBytes } from '../../mail/parsing/parse-pool.ts'
import type { Graph } from '../../whatsapp/client.ts'

export interface FileSaver {
  /** Empty when the files were not fetched. */
  readBytes(arrived: Arrived): Promise<FileBytes[]>
  /** Returns the indexes of the files that fit into the user's storage. */
  save(tx: Tx, userId: string, messageId: string, files: FileBytes[], now: Date): Promise<Set<number>>
  /** WhatsApp's limit for one file. */
  maxFileBytes: number
  /** How many files of one email follow it; the others are behind links. */
  maxFilesOf(userId: string): Promise<number>
}

/** Returns the indexes of the files that follow a message; null when its filter sends none. */
export type FollowUpFiles = (messageId: string, forward: Forward) => number[] | null

interface DecidedForwards {
  message: NewMessage
  decision: { forwards: Forward[] }
}

const noFiles: FollowUpFiles = () => null

/** Does any phone get files of this email? */
export function wantsFiles({ files }: Pick<MailView, 'files'>, forwards: readonly Forward[], filters: readonly Filter[]): boolean {
  return files !== undefined && hasSendableFile(files) && forwards.some(forward => sendsFiles(forward, filters))
}

/** One email at a time, so that only its bytes are in memory. */
export async function saveFiles(
  saver: FileSaver | undefined,
  tx: Tx,
  userId: string,
  decided: readonly DecidedForwards[],
  filters: readonly Filter[],
  now: Date,
): Promise<FollowUpFiles> {
  if (!saver) return noFiles
  const indexes = new Map<string, number[]>()
  let maxFiles: number | null = null
  for (const { message, decision } of decided) {
    const { id, arrived, view } = message
    if (!view.files || !wantsFiles(view, decision.forwards, filters)) continue
    maxFiles ??= await saver.maxFilesOf(userId)
    const files = await saver.readBytes(arrived)
    const stored = files.length > 0 ? await saver.save(tx, userId, id, files, now) : new Set<number>()
    indexes.set(id, selectFilesToSend(view.files, stored, saver.maxFileBytes, maxFiles))
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

export function openFileSaver(
  { config, keys, graph, limitsOf }: { config: Pick<Config, 'files'>; keys: UserKeys; graph: Graph; limitsOf: LimitsOf },
  filesOf: Parser['filesOf'],
): FileSaver {
  return {
    readBytes: filesOf,
    maxFileBytes: graph.limits.documentBytes,
    maxFilesOf: async userId => ((await limitsOf(userId)).attachments ? config.files.perMessage : 0),
    save: async (tx, userId, messageId, files, now) => {
      const storage = { maxBytes: config.files.bytesPerUser, expiresAt: new Date(now.getTime() + storedMs), now }
      return saveAttachments(tx, userId, await keys.contentKeyOf(tx, userId), messageId, files, storage)
    },
  }
}
