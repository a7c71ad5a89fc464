// Keeps the files of messages that go to a phone, so that they can follow.
import type { Filter } from '../../../core/filters/action.ts'
import type { Forward } from '../../../core/filters/decide.ts'
import { isOpen } from '../../../core/filters/privacy.ts'
import { goingOf, mayBring } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import { linkMs } from '../../files/attachments/link.ts'
import { saveMailFiles } from '../../files/attachments/store.ts'
import type { Config } from '../../foundation/config.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import type { Arrived } from '../../mail/parsing/arrived.ts'
import type { Parser } from '../../mail/parsing/parse.ts'
import type { FileBytes } from '../../mail/parsing/parse-pool.ts'
import type { Graph } from '../../whatsapp/client.ts'

export interface FileKeeping {
  /** None where they are not at hand. */
  bytesOf(arrived: Arrived): Promise<FileBytes[]>
  /** Returns the places of those that there was room for. */
  save(tx: Tx, userId: string, messageId: string, files: FileBytes[], now: Date): Promise<Set<number>>
  /** What the messenger takes: so large a file, and so many of a mail. */
  mostBytes: number
  most: number
}

/** By message and filter: the places of the files that follow the mail. */
export type Followers = (messageId: string, forward: Forward) => number[] | null

interface Going {
  message: NewMessage
  decision: { forwards: Forward[] }
}

const none: Followers = () => null

/** Does any phone get files of this mail? */
export function wantsFiles({ files }: Pick<MailView, 'files'>, forwards: readonly Forward[], filters: readonly Filter[]): boolean {
  return files !== undefined && mayBring(files) && forwards.some(forward => sendsFiles(forward, filters))
}

/** One mail at a time, so that no more than its bytes are held. */
export async function keepFiles(
  keeping: FileKeeping | undefined,
  tx: Tx,
  userId: string,
  going: readonly Going[],
  filters: readonly Filter[],
  now: Date,
): Promise<Followers> {
  if (!keeping) return none
  const follow = new Map<string, number[]>()
  for (const { message, decision } of going) {
    const { id, arrived, view } = message
    if (!view.files || !wantsFiles(view, decision.forwards, filters)) continue
    const files = await keeping.bytesOf(arrived)
    const kept = files.length > 0 ? await keeping.save(tx, userId, id, files, now) : new Set<number>()
    follow.set(id, goingOf(view.files, kept, keeping.mostBytes, keeping.most))
  }
  return (messageId, forward) => (sendsFiles(forward, filters) ? (follow.get(messageId) ?? []) : null)
}

/** Where something is held back or blacked out, no file goes: nobody has looked into it. */
function sendsFiles(forward: Forward, filters: readonly Filter[]): boolean {
  const actions = filters.find(filter => filter.id === forward.filterId)?.actions ?? []
  return isOpen(forward) && !actions.some(action => action.kind === 'forward' && action.attachments === false)
}

/** A week in which a mail may wait for its phone, and one for the links. */
const keptMs = 2 * linkMs

export function fileKeeping(
  { config, keys, graph }: { config: Pick<Config, 'files'>; keys: PersonKeys; graph: Graph },
  filesOf: Parser['filesOf'],
): FileKeeping {
  return {
    bytesOf: filesOf,
    mostBytes: graph.limits.documentBytes,
    most: config.files.aMail,
    save: async (tx, userId, messageId, files, now) => {
      const keeping = { mostBytes: config.files.bytesAPerson, expiresAt: new Date(now.getTime() + keptMs), now }
      return saveMailFiles(tx, userId, await keys.contentKeyOf(tx, userId), messageId, files, keeping)
    },
  }
}
