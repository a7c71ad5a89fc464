// What a phone may have done about one mail, in the order of its menu: only what can be done, and what this phone may.
import { type Asking, mayDo } from '../delivery/rights.ts'
import { rightOf } from './command.ts'
import type { MailCommand } from './words.ts'

/** How a mail stands for one phone. */
export interface MenuContext {
  /** It lies in a mailbox of its person, and not with us alone. */
  isInMailbox: boolean
  isArchived: boolean
  /** Files that did not follow it, and could. */
  hasFiles: boolean
  /** It names one sender. */
  hasSender: boolean
  isMuted: boolean
}

type Offered = Exclude<MailCommand, 'menu' | 'never'>

/** WhatsApp shows ten rows at most: `never` is what `mute` does. */
export function offersOf(phone: Asking, standing: MenuContext): Offered[] {
  const { isInMailbox, isArchived, hasFiles, hasSender, isMuted } = standing
  const all: [Offered, boolean][] = [
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
  return all.flatMap(([command, isPossible]) => (isPossible && mayDo(phone, rightOf[command]) === 'yes' ? [command] : []))
}
