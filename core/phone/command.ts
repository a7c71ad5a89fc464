// Maps an inbound text or tap to the command whose rights it needs.
import type { Command } from '../delivery/rights.ts'
import type { InboundCommand } from './inbound.ts'
import type { MailCommand } from './words.ts'

/** Null if no right is needed: a link code is its own proof, and an unknown text changes nothing. */
export function toCommand(inbound: InboundCommand): Command | null {
  switch (inbound.kind) {
    case 'code':
    case 'other':
      return null
    case 'pick':
      return 'reply'
    case 'show':
      return 'more'
    case 'answer':
      return inbound.act === 'send' || inbound.act === 'again' ? 'reply' : 'undo'
    case 'do':
    case 'word':
      return rightFor[inbound.command]
    case 'proposal':
      return inbound.act === 'keep' ? 'make_filter' : 'undo'
    default:
      return inbound.kind
  }
}

/** The right needed for each email command; undoing a command needs the same right. */
export const rightFor: Record<MailCommand, Command> = {
  menu: 'more',
  more: 'more',
  files: 'attachments',
  archive: 'archive',
  unarchive: 'archive',
  read: 'mark_read',
  snooze: 'snooze',
  mute: 'mute_sender',
  unmute: 'mute_sender',
  why: 'why',
  again: 'forward_again',
  always: 'make_filter',
  never: 'make_filter',
}
