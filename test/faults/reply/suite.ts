// Runs the reply suite: the process that sends replies is killed, and a test SMTP server counts what it receives.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openUserKeys } from '../../../server/foundation/db/keys.ts'
import type { Db } from '../../../server/foundation/db/pool.ts'
import { newKey } from '../../../server/foundation/seal.ts'
import { startDovecot } from '../../dovecot.ts'
import { ownDatabase } from '../../own-database.ts'
import { openBed } from '../../reply-bed.ts'
import { startSmtpHost } from '../../smtp-host.ts'
import { type Chance, seeded } from '../chance.ts'
import type { Findings } from '../checker.ts'
import { start } from '../process.ts'
import { judgeReplies } from './judge.ts'

interface ReplyRun {
  kills: number
  seed: number
  progress?: (text: string) => void
  /** The sender forgets at its start what has begun to leave. */
  bug?: boolean
}

/** More than the time to undo and than any turn: what a dead host held is due again. */
const lifeMs = 10 * 60_000

export async function runReply(run: ReplyRun): Promise<Findings> {
  const database = await ownDatabase()
  try {
    return await runReplyOn(database, run)
  } finally {
    await database.close()
  }
}

export async function runReplyOn(
  { db, url }: { db: Db; url: string },
  { kills, seed, progress, bug = false }: ReplyRun,
): Promise<Findings> {
  await using opened = new AsyncDisposableStack()
  const [chance, master] = [seeded(seed), newKey()]
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-replies-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const [dovecot, smtp] = [await startDovecot(), await startSmtpHost({ closeTimeout: 100 })]
  opened.defer(dovecot.stop)
  opened.defer(smtp.stop)
  const bed = openBed(
    db,
    openUserKeys(master, () => new Date()),
  )
  const { userId, messageId, imap } = await bed.mail(dovecot, smtp)
  opened.defer(() => imap.end())
  const ids: string[] = []
  let aheadMs = 0
  const env = {
    DATABASE_URL: url,
    MASTER_KEY: master.toString('hex'),
    ...(bug && { BUG: 'forgets' }),
  }
  for (let kill = 1; kill <= kills; kill++) {
    for (let i = 0; i <= chance() * 2; i++) ids.push(await write())
    bed.pass(lifeMs)
    aheadMs += lifeMs
    const sender = start('test/faults/reply/sender.ts', 'ready', { ...env, AHEAD_MS: String(aheadMs) }, join(folder, 'log'))
    await oneLife(sender, smtp, chance)
    if (kill % 10 === 0) progress?.(`${kill} of ${kills} kills, ${ids.length} answers written, ${smtp.taken.length} taken`)
  }
  for (let i = 0; i < 6; i++) {
    bed.pass(lifeMs)
    await bed.work()
  }
  const rows = await db.selectFrom('replies').select(['id', 'state']).where('user_id', '=', userId).execute()
  return judgeReplies(ids, rows, smtp.taken)

  async function write(): Promise<string> {
    const planned = await bed.plan(userId, { messageId, text: `Answer ${ids.length}` })
    if (planned.kind === 'refused') throw new Error(`An answer was refused: ${planned.reason}`)
    if (planned.kind === 'asking') await bed.confirm(userId, planned.replyId)
    return planned.replyId
  }
}

/** It dies when the mail server has the mail whole and has not said so, or at any other moment. */
async function oneLife(sender: ReturnType<typeof start>, smtp: Awaited<ReturnType<typeof startSmtpHost>>, chance: Chance): Promise<void> {
  const isWhole = chance() < 0.6
  const whole = Promise.withResolvers<void>()
  smtp.onWhole = isWhole
    ? async () => {
        await sender.kill()
        whole.resolve()
      }
    : null
  await sender.ready
  // What is due may have gone in a life before, so that no mail comes.
  await Promise.race([whole.promise, pause(isWhole ? 3000 : chance() * 250)])
  await sender.kill()
  smtp.onWhole = null
}

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
