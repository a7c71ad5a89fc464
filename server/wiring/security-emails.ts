// Binds changes that decide where mail goes to the step-up, the log, and emails with a link that undoes them.
import { z } from 'zod/mini'
import type { Words } from '../../core/words/words.ts'
import { recordActivity } from '../account/log.ts'
import { wordsForUser } from '../account/settings/language.ts'
import type { Auth } from '../auth/auth.ts'
import { readUser } from '../auth/store.ts'
import type { LinkedPhone } from '../delivery/link.ts'
import { getDestination, listDestinations } from '../delivery/store.ts'
import type { NewPhones } from '../filters/deps.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { emailWords } from '../foundation/email-texts.ts'
import type { Mailer, SystemEmail } from '../foundation/mailer.ts'
import type { SealKey } from '../foundation/seal.ts'
import { copyStartedEmail, filterToPhoneEmail, phoneLinkedEmail } from '../use-cases/notifications/security-emails.ts'
import { openUndoLinks, type UndoLinks } from '../use-cases/undo/links.ts'
import type { AppContext } from './app.ts'

export interface SecurityEmailDeps {
  mailer: Mailer
  master: SealKey
}

export const bindUndoLinks = ({ config }: Pick<AppContext, 'config'>, master: SealKey): UndoLinks =>
  openUndoLinks({ master, publicUrl: config.publicUrl, now: systemClock.now })

/** No browser took part: a phone is linked by a message from it, and a filter may be saved by a program. */
const fromNowhere = { ip: '', userAgent: null }

export function bindPhoneLinked(app: AppContext, deps: SecurityEmailDeps): (tx: Tx, linked: LinkedPhone) => Promise<void> {
  const undo = bindUndoLinks(app, deps.master)
  return async (tx, { userId, destinationId, name }) => {
    const at = systemClock.now()
    const number = (await getDestination(tx, userId, destinationId))?.wa_id ?? null
    const entry = { name: 'destination.linked', status: 'success', userId, email: null, at, ...fromNowhere } as const
    await recordActivity(tx, { ...entry, details: { name }, resourceType: 'destination', resourceId: destinationId })
    const undoLink = undo.linkTo(userId, { kind: 'phone', id: destinationId })
    await emailUser(app, deps, tx, userId, words => phoneLinkedEmail(words, { name, number, at, undoLink }))
  }
}

const Consent = z.object({ at: z.string() })
const youngMs = 86_400_000

export function bindNewPhones(app: AppContext, auth: Pick<Auth, 'refuseUnproven'>, deps: SecurityEmailDeps): NewPhones {
  const undo = bindUndoLinks(app, deps.master)
  return {
    async list(userId) {
      const since = app.clock.now().getTime() - youngMs
      return (await listDestinations(app.db, userId)).filter(({ consent }) => {
        const linked = Consent.safeParse(consent)
        return linked.success && Date.parse(linked.data.at) > since
      })
    },
    // A key was made with a proof, and can't link a phone.
    requireProof: async ({ userId, sessionId }) => (sessionId === null ? undefined : auth.refuseUnproven(userId, sessionId)),
    async announce(tx, userId, filter, phone) {
      const at = systemClock.now()
      const entry = { name: 'filter.to_new_phone', status: 'success', userId, email: null, at, ...fromNowhere } as const
      await recordActivity(tx, {
        ...entry,
        details: { filter: filter.name, phone: phone.name },
        resourceType: 'filter',
        resourceId: filter.id,
      })
      const undoLink = undo.linkTo(userId, { kind: 'filter', id: filter.id })
      await emailUser(app, deps, tx, userId, words => filterToPhoneEmail(words, { filter: filter.name, phone: phone.name, at, undoLink }))
    },
    wake: deps.mailer.wake,
  }
}

export function bindExportStarted(app: AppContext, deps: SecurityEmailDeps): (tx: Tx, userId: string, exportId: string) => Promise<void> {
  const undo = bindUndoLinks(app, deps.master)
  return (tx, userId, exportId) => {
    const made = { at: systemClock.now(), undoLink: undo.linkTo(userId, { kind: 'export', id: exportId }) }
    return emailUser(app, deps, tx, userId, words => copyStartedEmail(words, made))
  }
}

async function emailUser(
  { log }: AppContext,
  { mailer }: SecurityEmailDeps,
  tx: Db,
  userId: string,
  render: (words: Words) => Omit<SystemEmail, 'to'>,
): Promise<void> {
  const to = (await readUser(tx, userId))?.user.email
  if (to) await mailer.enqueue(tx, { ...render(await emailWords(tx, log, await wordsForUser(tx, userId))), to })
}
