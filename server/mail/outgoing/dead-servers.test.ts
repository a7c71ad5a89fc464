// Tests that mail servers that don't answer delay neither the replies nor the actions in mailboxes of other servers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBlackHole } from '../../../test/black-hole.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { openBed } from '../../../test/reply-bed.ts'
import { type SmtpHost, startSmtpHost } from '../../../test/smtp-host.ts'
import { requestAction } from '../actions/store.ts'
import { openPersonActions } from '../actions/worker.ts'
import { openOutgoing } from './work.ts'

const { db } = await testDatabase()
const eachServer = 15
/** A second where nothing else runs; a server that does not answer holds a connection for thirty. */
const soonMs = 10_000
const mailboxesOf = <T>(servers: T[]): T[] => servers.flatMap(server => Array<T>(eachServer).fill(server))

describe('four mail servers that do not answer', () => {
  let smtp: SmtpHost
  const dead: Awaited<ReturnType<typeof startBlackHole>>[] = []
  beforeAll(async () => {
    smtp = await startSmtpHost()
    for (let i = 0; i < 4; i++) dead.push(await startBlackHole())
  })
  afterAll(() => Promise.all([smtp.stop(), ...dead.map(server => server.stop())]))
  const accepted = () => dead.map(server => server.accepted())

  test('hold back no reply through a fifth, however many replies wait for them', async () => {
    const bed = openBed(db)
    const write = async (imapPort: number, smtpPort: number) => {
      const { userId, messageId } = await bed.elsewhere(imapPort, smtpPort)
      const planned = await bed.plan(userId, { messageId, text: 'Yes.' })
      await bed.confirm(userId, planned.kind === 'asking' ? planned.replyId : '')
    }
    for (const { port } of mailboxesOf(dead)) await write(port, port)
    smtp.passwords.set('anna', 'secret')
    await write(dead[0]?.port ?? 0, smtp.port)
    bed.pass(31_000)
    const outgoing = openOutgoing(bed.parts)
    try {
      outgoing.wake()
      await expect.poll(() => smtp.taken.length, { timeout: soonMs, interval: 20 }).toBe(1)
      expect(accepted().every(count => count <= 5)).toBe(true)
    } finally {
      await stopWithout(dead, outgoing)
    }
  })
})

describe.skipIf(skipWithoutDovecot())('four IMAP servers that do not answer', () => {
  let dovecot: Dovecot
  let smtp: SmtpHost
  const dead: Awaited<ReturnType<typeof startBlackHole>>[] = []
  beforeAll(async () => {
    dovecot = await startDovecot()
    smtp = await startSmtpHost()
    for (let i = 0; i < 4; i++) dead.push(await startBlackHole())
  })
  afterAll(() => Promise.all([dovecot.stop(), smtp.stop(), ...dead.map(server => server.stop())]))

  test('hold back no tap on an email in a fifth', async () => {
    const bed = openBed(db)
    const tap = (userId: string, messageId: string) =>
      db.transaction().execute(tx => requestAction(tx, userId, { messageId, kind: 'mark_read' }, bed.parts.clock.now()))
    for (const { port } of mailboxesOf(dead)) {
      const { userId, messageId } = await bed.elsewhere(port, port)
      await tap(userId, messageId)
    }
    const healthy = await bed.mail(dovecot, smtp)
    await tap(healthy.userId, healthy.messageId)
    const finished: string[] = []
    const actions = openPersonActions({ ...bed.parts, onActionEnd: async ({ messageId }) => void finished.push(messageId) })
    try {
      actions.wake()
      await expect.poll(() => finished, { timeout: soonMs, interval: 20 }).toEqual([healthy.messageId])
    } finally {
      await stopWithout(dead, actions)
    }
  })
})

/** Ends the connections that would be waited for. */
async function stopWithout(dead: { stop(): Promise<void> }[], worker: { stop(): Promise<void> }): Promise<void> {
  const stopped = worker.stop()
  await Promise.all(dead.map(server => server.stop()))
  await stopped
}
