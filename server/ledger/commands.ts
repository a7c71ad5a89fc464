// What was asked on phones about a message, and what became of it.
import { CommandKind, type PhoneCommand } from '../../core/api/commands.ts'
import { NoReply } from '../../core/message/reply/shapes.ts'
import type { Words } from '../../core/words/words.ts'
import type { Db } from '../db/pool.ts'
import { listCommands } from '../delivery/commands/store.ts'

type Explain = (reason: string | null) => string | null

/** The oldest first. `explainDeed` has the sentence for what could not be done in the mailbox. */
export async function commandsOf(db: Db, userId: string, messageId: string, words: Words, explainDeed: Explain): Promise<PhoneCommand[]> {
  const rows = await listCommands(db, userId, messageId)
  return rows.map(({ id, command, phone, state, reason, created_at, until }) => ({
    ...{ id, command: CommandKind.parse(command), phone: phone ?? '', state },
    reason: reason === null ? null : (sentenceOf(words, reason) ?? explainDeed(reason)),
    at: created_at.toISOString(),
    until: until?.toISOString() ?? null,
  }))
}

/** Ours, why there is no filter, or why an invitation was not answered. */
function sentenceOf(words: Words, reason: string): string | null {
  if (isOurs(reason)) return words.of('commands')(`reason.${reason}`)
  const ofFilter = Object.entries(ofFilters).find(([known]) => known === reason)?.[1]
  if (ofFilter) return words.of('phonefilter')(ofFilter)
  const unanswered = NoReply.safeParse(reason)
  return unanswered.success ? words.of('reply')(`refused.${unanswered.data}`) : null
}

const ofFilters = {
  filter_no_sender: 'refused.no_sender',
  filter_several_senders: 'refused.several_senders',
  filter_full: 'refused.full',
  filter_too_many: 'refused.too_many',
  filter_lapsed: 'lapsed',
} as const

const ours = ['rights', 'gone', 'on_web', 'no_files', 'left', 'undone'] as const
const isOurs = (reason: string): reason is (typeof ours)[number] => ours.some(known => known === reason)
