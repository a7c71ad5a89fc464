// Lists the commands for an email in menu order: only those that are possible and that the phone may use.
import { mayDo, type PhoneAccess } from '../delivery/rights.ts'
import { rightFor } from './command.ts'
import type { MailCommand } from './words.ts'

/** The state of an email as seen from one phone. */
export interface MenuContext {
  /** It is in a mailbox of the user, not only with us. */
  isInMailbox: boolean
  isArchived: boolean
  /** Some files were not sent and could be. */
  hasFiles: boolean
  /** It has exactly one sender. */
  hasSender: boolean
  isMuted: boolean
}

type MenuCommand = Exclude<MailCommand, 'menu' | 'never'>

/** WhatsApp shows at most ten rows, so `never` is left out: `mute` does the same. */
export function listMenuCommands(phone: PhoneAccess, context: MenuContext): MenuCommand[] {
  const { isInMailbox, isArchived, hasFiles, hasSender, isMuted } = context
  const all: [MenuCommand, boolean][] = [
    ['more', true],
    ['files', hasFiles],
    ['archive', isInMailbox && !isArchived],
    ['unarchive', isInMailbox && isArchived],
    ['read', isInMailbox],
    ['snooze', true],
    ['mute', hasSender && !isMuted],
    ['unmute', hasSender && isMuted],
    ['why', true],
    ['again', true],
    ['always', hasSender && !isMuted],
  ]
  return all.flatMap(([command, isPossible]) => (isPossible && mayDo(phone, rightFor[command]) === 'yes' ? [command] : []))
}
