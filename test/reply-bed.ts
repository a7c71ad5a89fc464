// Sets up a person with a mailbox on a real Dovecot and an SMTP server, for tests of replies.
import { randomUUID } from 'node:crypto'
import { plainView } from '../core/filters/testing/plain-message.fixture.ts'
import type { MailView } from '../core/message/view.ts'
import { movableClock } from '../server/foundation/clock.ts'
import { openUserKeys, type UserKeys } from '../server/foundation/db/keys.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { openOutside } from '../server/foundation/outside.ts'
import { newId, newKey } from '../server/foundation/seal.ts'
import { loadWords } from '../server/foundation/words.ts'
import { sealPassword } from '../server/mail/mailboxes/sealed.ts'
import { addAddressMailbox, addImapMailbox } from '../server/mail/mailboxes/store.ts'
import { saveOnce } from '../server/mail/messages/store.ts'
import { cancelReply, confirmReply, planReply, type ReplyPlanDeps, type ReplyRequest, retryReply } from '../server/mail/outgoing/plan.ts'
import { saveOutgoing } from '../server/mail/outgoing/store.ts'
import { type EndedReply, type OutgoingDeps, workReplies } from '../server/mail/outgoing/work.ts'
import type { Arrived } from '../server/mail/parsing/arrived.ts'
import type { Dovecot } from './dovecot.ts'
import { rawImap } from './raw-imap.ts'
import type { SmtpHost } from './smtp-host.ts'

const master = newKey()

export function openBed(db: Db, keys: UserKeys = openUserKeys(master, () => new Date())) {
  const clock = movableClock()
  const ended: EndedReply[] = []
  const letters: { to: string; text: string; headers?: Record<string, string> | undefined }[] = []
  const parts: OutgoingDeps & ReplyPlanDeps = {
    ...{ db, keys, clock, dns: null, relay: null, now: clock.now, tokens: null },
    outside: openOutside({ allow: [], loopback: true }),
    log: openLog('silent'),
    keepLetter: async (_tx, letter) => void letters.push(letter),
    onEnd: async one => void ended.push(one),
    personOf: async () => ({ email: 'anna@home.example', words: loadWords(), timeZone: 'UTC' }),
    ourAddress: 'hello@mailferry.example',
  }
  let offsetMs = 0
  const pass = (ms: number) => {
    offsetMs += ms
    clock.moveTo(offsetMs)
  }
  const tx = <T>(work: (tx: Parameters<typeof planReply>[1]) => Promise<T>) => db.transaction().execute(work)
  return {
    ...{ db, parts, ended, letters, pass },
    plan: (userId: string, wish: ReplyRequest) => tx(t => planReply(parts, t, userId, wish)),
    confirm: (userId: string, id: string) => tx(t => confirmReply(parts, t, userId, id)),
    cancel: (userId: string, id: string) => tx(t => cancelReply(parts, t, userId, id)),
    again: (userId: string, id: string) => tx(t => retryReply(parts, t, userId, id)),
    work: (over: Partial<OutgoingDeps> = {}) => workReplies({ ...parts, ...over }),
    row: (id: string) => db.selectFrom('replies').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Delivers an email to the inbox of a new person on Dovecot and stores its view. */
    async mail(dovecot: Dovecot, smtp: SmtpHost, view: Partial<MailView> = {}, user = `u${randomUUID().slice(0, 8)}`) {
      const [userId, mailboxId, messageId] = [randomUUID(), newId(new Date()), newId(new Date())]
      dovecot.addUser(user, 'secret')
      smtp.passwords.set(user, 'secret')
      const settings = { host: '127.0.0.1', port: dovecot.imapPort, security: 'none' as const, username: user }
      const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, mailboxId, 'secret')
      await addImapMailbox(db, userId, { id: mailboxId, address: `${user}@example.net`, settings, secret, now: new Date() })
      await saveOutgoing(db, userId, mailboxId, { settings: { ...settings, port: smtp.port } }, new Date())
      const whole = plainView({ to: [{ name: '', address: `${user}@example.net` }], messageId: `<${messageId}@example.com>`, ...view })
      await dovecot.deliver(user, Buffer.from(`Message-ID: ${whole.messageId}\r\nSubject: ${whole.subject}\r\n\r\nHello\r\n`))
      const imap = await rawImap(dovecot.imapPort, user, 'secret')
      const uidValidity = Number(/UIDVALIDITY (\d+)/.exec(await imap.ask('SELECT INBOX'))?.[1])
      await keep(userId, messageId, mailboxId, { uidValidity, uid: 1, folder: 'INBOX' }, whole)
      return { user, userId, mailboxId, messageId, imap }
    },
    /** An email in a mailbox whose servers are anywhere. */
    async elsewhere(imapPort: number, smtpPort: number) {
      const [userId, mailboxId, messageId] = [randomUUID(), newId(new Date()), newId(new Date())]
      const settings = { host: '127.0.0.1', port: imapPort, security: 'none' as const, username: 'anna' }
      const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, mailboxId, 'secret')
      await addImapMailbox(db, userId, { id: mailboxId, address: 'anna@example.net', settings, secret, now: new Date() })
      await saveOutgoing(db, userId, mailboxId, { settings: { ...settings, port: smtpPort } }, new Date())
      const view = plainView({ to: [{ name: '', address: 'anna@example.net' }], messageId: '<a@example.com>' })
      await keep(userId, messageId, mailboxId, { uidValidity: 1, uid: 1, folder: 'INBOX' }, view)
      return { userId, mailboxId, messageId }
    },
    /** An email to one of our own addresses. */
    async addressed(view: Partial<MailView> = {}) {
      const [userId, mailboxId, messageId] = [randomUUID(), newId(new Date()), newId(new Date())]
      await addAddressMailbox(db, userId, mailboxId, `${randomUUID()}@in.example`, new Date())
      await keep(userId, messageId, mailboxId, { uidValidity: null, uid: null }, plainView({ messageId: '<a@example.com>', ...view }))
      return { userId, messageId, mailboxId }
    },
  }

  async function keep(userId: string, id: string, mailboxId: string, at: Pick<Arrived, 'uidValidity' | 'uid' | 'folder'>, view: MailView) {
    const arrived: Arrived = {
      ...{
        userId,
        mailboxId,
        kind: at.uid === null ? 'address' : 'imap',
        sourceKey: id,
        contentHash: Buffer.from(id),
        raw: Buffer.alloc(0),
      },
      ...{ sizeBytes: 100, reduced: null, arrivedAt: new Date(), ...at },
    }
    await db.transaction().execute(async t => saveOnce(t, userId, await keys.contentKeyOf(t, userId), [{ id, arrived, view }]))
  }
}
