// Answers what a person asks of their mailboxes.

import type { listMailboxes as listShape, NewImapMailbox, tryMailbox as tryShape } from '../../core/api/mail.ts'
import {
  type addMailbox as addShape,
  type changeMailbox as changeShape,
  type checkMailbox as checkShape,
  type discoverMailbox as discoverShape,
  type getMailbox as getShape,
  ImapSettings,
  type Mailbox,
} from '../../core/api/mail.ts'
import { providerOfMailbox } from '../../core/mailbox/providers/providers.ts'
import type { Translate } from '../../core/words/words.ts'
import { systemClock } from '../clock.ts'
import { HttpError } from '../http/errors.ts'
import type { PersonHandler } from '../http/route.ts'
import type { Dns } from '../outside.ts'
import { newId } from '../seal.ts'
import { type AccessParts, checkSaved, doorOf, newAccess } from './access.ts'
import { giveAddress } from './addresses.ts'
import { checkNew } from './check.ts'
import { saveChoices } from './choices/store.ts'
import { dropConfirmation, readConfirmations } from './confirmations/store.ts'
import { discoverMailbox } from './discover.ts'
import { noteChange } from './events/acts.ts'
import { eventsHandler } from './events/handlers.ts'
import { saveEvent } from './events/store.ts'
import { changeFolders, newFolders, refuseFolders } from './folders/choose.ts'
import { serverFoldersHandler } from './folders/handlers.ts'
import { listFolders } from './folders/store.ts'
import { knock, refuse, resultOf } from './knock.ts'
import { type Knocks, openKnocks } from './limits.ts'
import { sealPassword } from './sealed.ts'
import { shown, shownFolder } from './shown.ts'
import { addImapMailbox, changeMailbox, type KeptMailbox, listMailboxes, lockMailbox, readMailbox } from './store.ts'

export interface MailHandlerParts extends AccessParts {
  say: Translate<'mail'>
  /** Of our own addresses. */
  domain: string
  /** Null where nobody but our own table is asked how a mailbox is reached. */
  dns: Dns | null
}

interface Parts extends MailHandlerParts {
  knocks: Knocks
}

export function mailHandlers(given: MailHandlerParts) {
  const parts: Parts = { ...given, knocks: openKnocks() }
  const list: PersonHandler<typeof listShape> = async ({ userId }) => {
    const mailboxes = await listMailboxes(parts.db, userId)
    return { items: await showAll(parts, userId, mailboxes), next: null }
  }
  const add: PersonHandler<typeof addShape> = async ({ userId, body }) => {
    // A mailbox begins by the machine's clock, as mail servers date its mail by theirs.
    const now = systemClock.now()
    if (body.kind === 'address') {
      const given = await giveAddress(parts.db, userId, parts.domain, now)
      await saveEvent(parts.db, userId, { mailboxId: given.id, kind: 'added', detail: {}, now })
      return show(parts, given)
    }
    await refuseKnown(parts, userId, body)
    const checked = await knock(parts, userId, body, () => checkNew(doorOf(parts), ImapSettings.parse(body), body.password))
    refuse(parts, checked)
    const id = newId(now)
    const secret = sealPassword(await parts.keys.secretsKeyOf(parts.db, userId), userId, id, body.password)
    const kept = await addImapMailbox(parts.db, userId, {
      id,
      address: body.address,
      settings: checked.settings,
      secret,
      provider: providerOfMailbox(body.address, body.host)?.id ?? null,
      folders: newFolders(body, now),
      now,
    })
    await saveEvent(parts.db, userId, { mailboxId: id, kind: 'added', detail: {}, now })
    return show(parts, kept)
  }
  const discover: PersonHandler<typeof discoverShape> = async ({ body }) => {
    const { settings, provider, mustConfirm } = await discoverMailbox(parts, body.address.trim())
    return { settings, provider, mustConfirm }
  }
  const tryOut: PersonHandler<typeof tryShape> = async ({ userId, body }) =>
    resultOf(parts, await knock(parts, userId, body, () => checkNew(doorOf(parts), ImapSettings.parse(body), body.password)))
  const change: PersonHandler<typeof changeShape> = async ({ userId, params, body }) => {
    const mailbox = await find(parts, userId, params.id)
    refuseFolders(parts, mailbox, body)
    const access = await newAccess(parts, mailbox, body)
    await parts.db.transaction().execute(async tx => {
      if (!(await lockMailbox(tx, userId, params.id))) notFound(parts)
      await saveChoices(tx, userId, params.id, body)
      const areChanged = await changeFolders(tx, userId, params.id, body, systemClock.now())
      if (body.paused !== undefined || access || areChanged) await changeMailbox(tx, userId, params.id, { paused: body.paused, ...access })
      await noteChange(tx, userId, mailbox, body, systemClock.now())
      if (body.confirmationSeen) await dropConfirmation(tx, userId, params.id)
    })
    return show(parts, await find(parts, userId, params.id))
  }
  const check: PersonHandler<typeof checkShape> = async ({ userId, params }) => {
    const mailbox = await find(parts, userId, params.id)
    if (mailbox.state === 'paused') return { ok: false, code: 'paused', message: parts.say('check.paused'), fingerprint: null }
    if (mailbox.kind === 'address') return { ok: true, code: null, message: parts.say('check.address'), fingerprint: null }
    return checkKept(parts, mailbox)
  }
  const get: PersonHandler<typeof getShape> = async ({ userId, params }) => {
    const mailbox = await find(parts, userId, params.id)
    const folders = await listFolders(parts.db, userId, [params.id])
    return { ...(await show(parts, mailbox)), folders: folders.map(shownFolder) }
  }
  const serverFolders = serverFoldersHandler(parts, (userId, id) => find(parts, userId, id))
  return { list, add, discover, tryOut, change, check, get, serverFolders, events: eventsHandler(parts) }
}

/** A mailbox that can be read is taken up at once. */
async function checkKept(parts: Parts, mailbox: KeptMailbox) {
  const settings = ImapSettings.parse(mailbox.settings)
  const checked = await knock(parts, mailbox.user_id, settings, () => checkSaved(parts, mailbox))
  // Whoever watches it lets go of it, so that it is connected and compared anew.
  if (!checked.problem) await changeMailbox(parts.db, mailbox.user_id, mailbox.id, {})
  return resultOf(parts, checked)
}

async function refuseKnown(parts: MailHandlerParts, userId: string, wanted: NewImapMailbox): Promise<void> {
  for (const mailbox of await listMailboxes(parts.db, userId)) {
    const has = ImapSettings.safeParse(mailbox.settings)
    if (!has.success || has.data.host.toLowerCase() !== wanted.host.toLowerCase() || has.data.username !== wanted.username) continue
    throw new HttpError(409, 'known', parts.say('refused.known'))
  }
}

async function find(parts: MailHandlerParts, userId: string, id: string): Promise<KeptMailbox> {
  return (await readMailbox(parts.db, userId, id)) ?? notFound(parts)
}

function notFound(parts: MailHandlerParts): never {
  throw new HttpError(404, 'not_found', parts.say('refused.not_found'))
}

async function show(parts: MailHandlerParts, mailbox: KeptMailbox): Promise<Mailbox> {
  const [first] = await showAll(parts, mailbox.user_id, [mailbox])
  return first ?? notFound(parts)
}

async function showAll(parts: MailHandlerParts, userId: string, mailboxes: KeptMailbox[]): Promise<Mailbox[]> {
  const asked = await readAsked(parts, userId)
  const folders = await listFolders(
    parts.db,
    userId,
    mailboxes.map(m => m.id),
  )
  const byMailbox = Map.groupBy(folders, folder => folder.mailbox_id)
  return mailboxes.map(m => shown(parts.say, m, byMailbox.get(m.id) ?? [], asked.get(m.id)))
}

const readAsked = async ({ db, keys }: MailHandlerParts, userId: string) =>
  readConfirmations(db, userId, await keys.contentKeyOf(db, userId), systemClock.now())
