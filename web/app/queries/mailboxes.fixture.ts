// Test data: an email account.
import type { MailboxDetail } from '../../../core/api/mail.ts'
import { at, testId } from './messages.fixture.ts'

export const testMailbox = (overrides: Partial<MailboxDetail> = {}): MailboxDetail => ({
  id: testId(700),
  kind: 'imap',
  address: 'maya@tidewell.example',
  state: 'live',
  reason: null,
  problem: null,
  host: 'imap.tidewell.example',
  provider: { id: 'tidewell', name: 'Tidewell' },
  signIn: 'password',
  mustAllowReplies: false,
  backlog: 'forward',
  forwardsCopies: false,
  lastAliveAt: at('14:10:00'),
  secondPathAt: at('14:09:00'),
  lastMailAt: at('13:00:00'),
  downSince: null,
  halves: Array.from({ length: 48 }, () => 'alive' as const),
  count: { held: 214, kept: 214, takenUp: 1, at: at('14:00:00') },
  confirmation: null,
  createdAt: at('08:00:00'),
  imap: { host: 'imap.tidewell.example', port: 993, security: 'tls', username: 'maya@tidewell.example' },
  folders: [
    { name: 'INBOX', startsAt: at('08:00:00'), isGone: false, count: { held: 200, kept: 200, takenUp: 1, at: at('14:00:00') } },
    { name: 'Bills', startsAt: at('08:00:00'), isGone: true, count: { held: 14, kept: 14, takenUp: 0, at: at('14:00:00') } },
  ],
  ...overrides,
})
