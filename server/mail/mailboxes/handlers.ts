// Handles requests about a user's mailboxes.

import type { listMailboxesApi as listShape, NewImapMailbox, tryMailboxApi as tryShape } from '../../../core/api/mail.ts'
import {
  type addMailboxApi as addShape,
  type changeMailboxApi as changeShape,
  type checkMailboxApi as checkShape,
  type discoverMailboxApi as discoverShape,
  type getMailboxApi as getShape,
  ImapSettings,
  type Mailbox,
} from '../../../core/api/mail.ts'
import { providerOfMailbox } from '../../../core/mailbox/providers/providers.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { Translate } from '../../../core/words/words.ts'
import { systemClock } from '../../foundation/clock.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import type { Dns } from '../../foundation/outside.ts'
import { newId } from '../../foundation/seal.ts'
import { type AccessDeps, checkSavedMailbox, testNewAccess, toImapDeps } from './access.ts'
import { giveAddress } from './addresses.ts'
import { checkNewSettings } from './check.ts'
import { dropConfirmation, readConfirmations } from './confirmations-store.ts'
import { testConnection, throwIfFailed, toTestResult } from './connection-test.ts'
import { discoverMailbox } from './discover.ts'
import { eventsHandler } from './events/handlers.ts'
import { saveEvent } from './events/store.ts'
import { saveChangeEvents } from './events/user-events.ts'
import { changeFolders, newFolders, refuseFolders } from './folders/choose.ts'
import { serverFoldersHandler } from './folders/handlers.ts'
import { listFolders } from './folders/store.ts'
import { type ConnectionTestLimiter, openConnectionTestLimiter } from './limits.ts'
import { refuseBeyondPlan } from './plan-limit.ts'
import { savePreferences } from './preferences-store.ts'
import { sealPassword } from './sealed.ts'
import { addImapMailbox, changeMailbox, listMailboxes, lockMailbox, type MailboxRow, readMailbox } from './store.ts'
import { toFolderView, toMailboxView } from './to-view.ts'

export interface MailboxHandlerDeps extends AccessDeps {
  say: Translate<'mail'>
  /** The domain of our own addresses. */
  domain: string
  /** Null where only our own table is consulted for server settings. */
  dns: Dns | null
  limitsOf: LimitsOf
}

interface Parts extends MailboxHandlerDeps {
  knocks: ConnectionTestLimiter
}

export function mailHandlers(given: MailboxHandlerDeps) {
  const deps: Parts = { ...given, knocks: openConnectionTestLimiter() }
  const list: UserHandler<typeof listShape> = async ({ userId }) => {
    const mailboxes = await listMailboxes(deps.db, userId)
    return { items: await toViews(deps, userId, mailboxes), next: null }
  }
  const add: UserHandler<typeof addShape> = async ({ userId, body }) => {
    // A mailbox's start follows the system clock, as mail servers date its emails by theirs.
    const now = systemClock.now()
    if (body.kind === 'address') {
      const given = await deps.db.transaction().execute(async tx => {
        await refuseBeyondPlan(deps, tx, userId)
        return giveAddress(tx, userId, deps.domain, now)
      })
      await saveEvent(deps.db, userId, { mailboxId: given.id, kind: 'added', detail: {}, now })
      return toView(deps, given)
    }
    await refuseDuplicate(deps, userId, body)
    await refuseBeyondPlan(deps, deps.db, userId)
    const checked = await testConnection(deps, userId, body, () =>
      checkNewSettings(toImapDeps(deps), ImapSettings.parse(body), body.password),
    )
    throwIfFailed(deps, checked)
    const id = newId(now)
    const secret = sealPassword(await deps.keys.secretsKeyOf(deps.db, userId), userId, id, body.password)
    const mailbox = {
      ...{ id, address: body.address, settings: checked.settings, secret, folders: newFolders(body, now), now },
      provider: providerOfMailbox(body.address, body.host)?.id ?? null,
    }
    const kept = await deps.db.transaction().execute(async tx => {
      // Another one may have been added while the settings were tested.
      await refuseBeyondPlan(deps, tx, userId)
      return addImapMailbox(tx, userId, mailbox)
    })
    await saveEvent(deps.db, userId, { mailboxId: id, kind: 'added', detail: {}, now })
    return toView(deps, kept)
  }
  const discover: UserHandler<typeof discoverShape> = async ({ body }) => {
    const { settings, provider, mustConfirm } = await discoverMailbox(deps, body.address.trim())
    return { settings, provider, mustConfirm }
  }
  const tryOut: UserHandler<typeof tryShape> = async ({ userId, body }) =>
    toTestResult(
      deps,
      await testConnection(deps, userId, body, () => checkNewSettings(toImapDeps(deps), ImapSettings.parse(body), body.password)),
    )
  const change: UserHandler<typeof changeShape> = async ({ userId, params, body }) => {
    const mailbox = await find(deps, userId, params.id)
    refuseFolders(deps, mailbox, body)
    const access = await testNewAccess(deps, mailbox, body)
    await deps.db.transaction().execute(async tx => {
      if (!(await lockMailbox(tx, userId, params.id))) notFound(deps)
      await savePreferences(tx, userId, params.id, body)
      const areChanged = await changeFolders(tx, userId, params.id, body, systemClock.now())
      if (body.paused !== undefined || access || areChanged) await changeMailbox(tx, userId, params.id, { paused: body.paused, ...access })
      await saveChangeEvents(tx, userId, mailbox, body, systemClock.now())
      if (body.confirmationSeen) await dropConfirmation(tx, userId, params.id)
    })
    return toView(deps, await find(deps, userId, params.id))
  }
  const check: UserHandler<typeof checkShape> = async ({ userId, params }) => {
    const mailbox = await find(deps, userId, params.id)
    if (mailbox.state === 'paused') return { ok: false, code: 'paused', message: deps.say('check.paused'), fingerprint: null }
    if (mailbox.kind === 'address') return { ok: true, code: null, message: deps.say('check.address'), fingerprint: null }
    return checkSavedNow(deps, mailbox)
  }
  const get: UserHandler<typeof getShape> = async ({ userId, params }) => {
    const mailbox = await find(deps, userId, params.id)
    const folders = await listFolders(deps.db, userId, [params.id])
    const imap = ImapSettings.safeParse(mailbox.settings)
    return { ...(await toView(deps, mailbox)), folders: folders.map(toFolderView), imap: imap.success ? imap.data : null }
  }
  const serverFolders = serverFoldersHandler(deps, (userId, id) => find(deps, userId, id))
  return { list, add, discover, tryOut, change, check, get, serverFolders, events: eventsHandler(deps) }
}

/** A mailbox that can be read is watched again at once. */
async function checkSavedNow(deps: Parts, mailbox: MailboxRow) {
  const settings = ImapSettings.parse(mailbox.settings)
  const checked = await testConnection(deps, mailbox.user_id, settings, () => checkSavedMailbox(deps, mailbox))
  // Revokes the lease, so that the mailbox is reconnected and reconciled.
  if (!checked.problem) await changeMailbox(deps.db, mailbox.user_id, mailbox.id, {})
  return toTestResult(deps, checked)
}

async function refuseDuplicate(deps: MailboxHandlerDeps, userId: string, wanted: NewImapMailbox): Promise<void> {
  for (const mailbox of await listMailboxes(deps.db, userId)) {
    const has = ImapSettings.safeParse(mailbox.settings)
    if (!has.success || has.data.host.toLowerCase() !== wanted.host.toLowerCase() || has.data.username !== wanted.username) continue
    throw new HttpError(409, 'known', deps.say('refused.known'))
  }
}

async function find(deps: MailboxHandlerDeps, userId: string, id: string): Promise<MailboxRow> {
  return (await readMailbox(deps.db, userId, id)) ?? notFound(deps)
}

function notFound(deps: MailboxHandlerDeps): never {
  throw new HttpError(404, 'not_found', deps.say('refused.not_found'))
}

async function toView(deps: MailboxHandlerDeps, mailbox: MailboxRow): Promise<Mailbox> {
  const [first] = await toViews(deps, mailbox.user_id, [mailbox])
  return first ?? notFound(deps)
}

async function toViews(deps: MailboxHandlerDeps, userId: string, mailboxes: MailboxRow[]): Promise<Mailbox[]> {
  const asked = await readPendingConfirmations(deps, userId)
  const folders = await listFolders(
    deps.db,
    userId,
    mailboxes.map(m => m.id),
  )
  const byMailbox = Map.groupBy(folders, folder => folder.mailbox_id)
  return mailboxes.map(m => toMailboxView(deps.say, m, byMailbox.get(m.id) ?? [], asked.get(m.id)))
}

const readPendingConfirmations = async ({ db, keys }: MailboxHandlerDeps, userId: string) =>
  readConfirmations(db, userId, await keys.contentKeyOf(db, userId), systemClock.now())
