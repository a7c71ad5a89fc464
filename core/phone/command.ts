// Which command a text or a tap is, as the rights of phones know it.
import type { Command } from '../delivery/rights.ts'
import type { InboundCommand } from './inbound.ts'
import type { MailCommand } from './words.ts'

/** Null of what needs no right: a code brings its own, and what nobody understands changes nothing. */
export function commandOf(said: InboundCommand): Command | null {
  switch (said.kind) {
    case 'code':
    case 'other':
      return null
    case 'show':
      return 'more'
    case 'answer':
      return said.act === 'send' || said.act === 'again' ? 'reply' : 'undo'
    case 'do':
    case 'word':
      return rightOf[said.command]
    case 'proposal':
      return said.act === 'keep' ? 'make_filter' : 'undo'
    default:
      return said.kind
  }
}

/** By what right each command about a mail may be given; what ends one needs no more than what it ends. */
export const rightOf: Record<MailCommand, Command> = {
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
