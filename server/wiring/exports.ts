// Copies of everything, with what they need of others: words, letters, and the job that makes them.

import { wordsOfPerson } from '../account/settings/words.ts'
import { readUser } from '../auth/store.ts'
import { systemClock } from '../clock.ts'
import type { Jobs } from '../jobs.ts'
import { copiedParts } from '../leave/copied.ts'
import { type ExportHandlers, exportHandlers } from '../leave/exports.ts'
import type { MakeParts } from '../leave/make.ts'
import type { Mailer } from '../mailer.ts'
import { copyLetter } from '../notices/letters.ts'
import type { Ground } from '../wiring.ts'

/** Runs each minute, and at once when somebody asks. */
export const makeExportsJob = 'make-exports'

export const makeParts = ({ config, db, log, keys, clock }: Ground, mailer: Mailer): MakeParts => ({
  db,
  log,
  now: systemClock.now,
  keys,
  parts: copiedParts(clock.now),
  sayTo: async userId => (await wordsOfPerson(db, userId)).of('exports'),
  tell: async (tx, userId, ready) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return
    const letter = copyLetter(await wordsOfPerson(tx, userId), { ...ready, page: `${config.publicUrl}/settings#copy` })
    await mailer.keep(tx, { ...letter, to })
  },
  wake: mailer.wake,
})

export const exportHandlersOf = ({ db, keys, words, log }: Ground, jobs: Jobs): ExportHandlers =>
  exportHandlers({
    db,
    keys,
    now: systemClock.now,
    say: words.of('exports'),
    parts: copiedParts(systemClock.now).length,
    wake: () => void jobs.soon(makeExportsJob).catch(error => log.warn({ err: error }, 'a copy waits for the next minute')),
  })
