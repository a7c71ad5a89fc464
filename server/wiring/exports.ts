// Binds data exports to their texts, emails and background job.

import { wordsForUser } from '../account/settings/language.ts'
import type { Auth } from '../auth/auth.ts'
import { readUser } from '../auth/store.ts'
import { systemClock } from '../foundation/clock.ts'
import { emailWords } from '../foundation/email-texts.ts'
import type { Jobs } from '../foundation/jobs.ts'
import type { Mailer } from '../foundation/mailer.ts'
import type { BuildExportDeps } from '../use-cases/leave/build-export.ts'
import { exportSections } from '../use-cases/leave/export-sections.ts'
import { type ExportDeps, type ExportHandlers, exportHandlers, type StartExportDeps } from '../use-cases/leave/exports.ts'
import { exportReadyEmail } from '../use-cases/notifications/system-emails.ts'
import type { AppContext } from './app.ts'
import { bindExportStarted, type SecurityEmailDeps } from './security-emails.ts'

/** Runs each minute, and at once when an export is requested. */
export const makeExportsJob = 'make-exports'

export const buildExportDeps = ({ config, db, log, keys, clock }: AppContext, mailer: Mailer): BuildExportDeps => ({
  db,
  log,
  now: systemClock.now,
  keys,
  parts: exportSections(clock.now, config.retentionDays),
  sayTo: async userId => (await wordsForUser(db, userId)).of('exports'),
  notifyReady: async (tx, userId, ready) => {
    const to = (await readUser(tx, userId))?.user.email
    if (!to) return
    const email = exportReadyEmail(await emailWords(tx, log, await wordsForUser(tx, userId)), {
      ...ready,
      page: `${config.publicUrl}/settings#copy`,
    })
    await mailer.enqueue(tx, { ...email, to })
  },
  wake: mailer.wake,
})

export const bindExportHandlers = (app: AppContext, jobs: Jobs, auth: Auth, emails: SecurityEmailDeps): ExportHandlers =>
  exportHandlers({
    ...exportDeps(app, jobs),
    announce: bindExportStarted(app, emails),
    requireProof: ({ userId, sessionId }) => auth.refuseUnproven(userId, sessionId),
  })

export const exportDeps = ({ config, db, keys, words, log }: AppContext, jobs: Jobs): StartExportDeps & Pick<ExportDeps, 'keys'> => ({
  db,
  keys,
  now: systemClock.now,
  say: words.of('exports'),
  parts: exportSections(systemClock.now, config.retentionDays).length,
  wake: () =>
    void jobs
      .runSoon(makeExportsJob)
      .catch(error => log.warn({ err: error }, 'an export job could not be started; it runs within a minute')),
})
