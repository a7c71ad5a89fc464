// Answers requests about a user's mailboxes.

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
import type { Translate } from '../../../core/words/words.ts'
import { systemClock } from '../../foundation/clock.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import type { Dns } from '../../foundation/outside.ts'
import { newId } from '../../foundation/seal.ts'
import { type AccessDeps, checkSaved, doorOf, newAccess } from './access.ts'
import { giveAddress } from './addresses.ts'
import { checkNew } from './check.ts'
import { dropConfirmation, readConfirmations } from './confirmations-store.ts'
import { refuse, resultOf, testConnection } from './connection-test.ts'
import { discoverMailbox } from './discover.ts'
import { eventsHandler } from './events/handlers.ts'
import { saveEvent } from './events/store.ts'
import { noteChange } from './events/user-events.ts'
import { changeFolders, newFolders, refuseFolders } from './folders/choose.ts'
import { serverFoldersHandler } from './folders/handlers.ts'
import { listFolders } from './folders/store.ts'
import { type ConnectionTestLimiter, openConnectionTestLimiter } from './limits.ts'
import { savePreferences } from './preferences-store.ts'
import { sealPassword } from './sealed.ts'
import { addImapMailbox, changeMailbox, type KeptMailbox, listMailboxes, lockMailbox, readMailbox } from './store.ts'
import { shown, shownFolder } from './to-view.ts'

export interface MailboxHandlerDeps extends AccessDeps {
  say: Translate<'mail'>
  /** Of our own addresses. */
  domain: string
  /** Null where nobody but our own table is asked how a mailbox is reached. */
  dns: Dns | null
}

interface Parts extends MailboxHandlerDeps {
  knocks: ConnectionTestLimiter
}

export function mailHandlers(given: MailboxHandlerDeps) {
  const deps: Parts = { ...given, knocks: openConnectionTestLimiter() }
  const list: PersonHandler<typeof listShape> = async ({ userId }) => {
    const mailboxes = await listMailboxes(deps.db, userId)
    return { items: await showAll(deps, userId, mailboxes), next: null }
  }
  const add: PersonHandler<typeof addShape> = async ({ userId, body }) => {
    // A mailbox begins by the machine's clock, as mail servers date its mail by theirs.
    const now = systemClock.now()
    if (body.kind === 'address') {
      const given = await giveAddress(deps.db, userId, deps.domain, now)
      await saveEvent(deps.db, userId, { mailboxId: given.id, kind: 'added', detail: {}, now })
      return show(deps, given)
    }
    await refuseKnown(deps, userId, body)
    const checked = await testConnection(deps, userId, body, () => checkNew(doorOf(deps), ImapSettings.parse(body), body.password))
    refuse(deps, checked)
    const id = newId(now)
    const secret = sealPassword(await deps.keys.secretsKeyOf(deps.db, userId), userId, id, body.password)
    const kept = await addImapMailbox(deps.db, userId, {
      id,
      address: body.address,
      settings: checked.settings,
      secret,
      provider: providerOfMailbox(body.address, body.host)?.id ?? null,
      folders: newFolders(body, now),
      now,
    })
    await saveEvent(deps.db, userId, { mailboxId: id, kind: 'added', detail: {}, now })
    return show(deps, kept)
  }
  const discover: PersonHandler<typeof discoverShape> = async ({ body }) => {
    const { settings, provider, mustConfirm } = await discoverMailbox(deps, body.address.trim())
    return { settings, provider, mustConfirm }
  }
  const tryOut: PersonHandler<typeof tryShape> = async ({ userId, body }) =>
    resultOf(deps, await testConnection(deps, userId, body, () => checkNew(doorOf(deps), ImapSettings.parse(body), body.password)))
  const change: PersonHandler<typeof changeShape> = async ({ userId, params, body }) => {
    const mailbox = await find(deps, userId, params.id)
    refuseFolders(deps, mailbox, body)
    const access = await newAccess(deps, mailbox, body)
    await deps.db.transaction().execute(async tx => {
      if (!(await lockMailbox(tx, userId, params.id))) notFound(deps)
      await savePreferences(tx, userId, params.id, body)
      const areChanged = await changeFolders(tx, userId, params.id, body, systemClock.now())
      if (body.paused !== undefined || access || areChanged) await changeMailbox(tx, userId, params.id, { paused: body.paused, ...access })
      await noteChange(tx, userId, mailbox, body, systemClock.now())
      if (body.confirmationSeen) await dropConfirmation(tx, userId, params.id)
    })
    return show(deps, await find(deps, userId, params.id))
  }
  const check: PersonHandler<typeof checkShape> = async ({ userId, params }) => {
    const mailbox = await find(deps, userId, params.id)
    if (mailbox.state === 'paused') return { ok: false, code: 'paused', message: deps.say('check.paused'), fingerprint: null }
    if (mailbox.kind === 'address') return { ok: true, code: null, message: deps.say('check.address'), fingerprint: null }
    return checkKept(deps, mailbox)
  }
  const get: PersonHandler<typeof getShape> = async ({ userId, params }) => {
    const mailbox = await find(deps, userId, params.id)
    const folders = await listFolders(deps.db, userId, [params.id])
    return { ...(await show(deps, mailbox)), folders: folders.map(shownFolder) }
  }
  const serverFolders = serverFoldersHandler(deps, (userId, id) => find(deps, userId, id))
  return { list, add, discover, tryOut, change, check, get, serverFolders, events: eventsHandler(deps) }
}

/** A mailbox that can be read is taken up at once. */
async function checkKept(deps: Parts, mailbox: KeptMailbox) {
  const settings = ImapSettings.parse(mailbox.settings)
  const checked = await testConnection(deps, mailbox.user_id, settings, () => checkSaved(deps, mailbox))
  // Whoever watches it lets go of it, so that it is connected and compared anew.
  if (!checked.problem) await changeMailbox(deps.db, mailbox.user_id, mailbox.id, {})
  return resultOf(deps, checked)
}

async function refuseKnown(deps: MailboxHandlerDeps, userId: string, wanted: NewImapMailbox): Promise<void> {
  for (const mailbox of await listMailboxes(deps.db, userId)) {
    const has = ImapSettings.safeParse(mailbox.settings)
    if (!has.success || has.data.host.toLowerCase() !== wanted.host.toLowerCase() || has.data.username !== wanted.username) continue
    throw new HttpError(409, 'known', deps.say('refused.known'))
  }
}

async function find(deps: MailboxHandlerDeps, userId: string, id: string): Promise<KeptMailbox> {
  return (await readMailbox(deps.db, userId, id)) ?? notFound(deps)
}

function notFound(deps: MailboxHandlerDeps): never {
  throw new HttpError(404, 'not_found', deps.say('refused.not_found'))
}

async function show(deps: MailboxHandlerDeps, mailbox: KeptMailbox): Promise<Mailbox> {
  const [first] = await showAll(deps, mailbox.user_id, [mailbox])
  return first ?? notFound(deps)
}

async function showAll(deps: MailboxHandlerDeps, userId: string, mailboxes: KeptMailbox[]): Promise<Mailbox[]> {
  const asked = await readAsked(deps, userId)
  const folders = await listFolders(
    deps.db,
    userId,
    mailboxes.map(m => m.id),
  )
  const byMailbox = Map.groupBy(folders, folder => folder.mailbox_id)
  return mailboxes.map(m => shown(deps.say, m, byMailbox.get(m.id) ?? [], asked.get(m.id)))
}

const readAsked = async ({ db, keys }: MailboxHandlerDeps, userId: string) =>
  readConfirmations(db, userId, await keys.contentKeyOf(db, userId), systemClock.now())
