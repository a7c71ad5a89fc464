// Answers what a person asks of their mailboxes.

import type {
  listMailboxes as listShape,
  NewImapMailbox,
  removeMailbox as removeShape,
  tryMailbox as tryShape,
} from '../../core/api/mail.ts'
import {
  type addMailbox as addShape,
  type changeMailbox as changeShape,
  type checkMailbox as checkShape,
  type discoverMailbox as discoverShape,
  ImapSettings,
  type Mailbox,
} from '../../core/api/mail.ts'
import { providerOfMailbox, providers } from '../../core/mailbox/providers/providers.ts'
import { type Half, pulseHalves } from '../../core/mailbox/pulse.ts'
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
import { type Asked, dropConfirmation, readConfirmations } from './confirmations/store.ts'
import { discoverMailbox } from './discover.ts'
import { isProblem } from './errors.ts'
import { noteChange } from './events/acts.ts'
import { eventsHandler } from './events/handlers.ts'
import { saveEvent } from './events/store.ts'
import { knock, refuse, resultOf, sentenceOf } from './knock.ts'
import { type Knocks, openKnocks } from './limits.ts'
import { sealPassword } from './sealed.ts'
import { addImapMailbox, changeMailbox, type KeptMailbox, listMailboxes, readMailbox, removeMailbox } from './store.ts'

export interface MailHandlerParts extends AccessParts {
  say: Translate<'mail'>
  /** Of our own addresses. */
  domain: string
  /** Null where nobody but our own table is asked how a mailbox is reached. */
  dns: Dns | null
  /** Ends at its provider what a mailbox was opened with. */
  revoke?(userId: string, mailboxId: string): Promise<unknown>
}

interface Parts extends MailHandlerParts {
  knocks: Knocks
}

export function mailHandlers(given: MailHandlerParts) {
  const parts: Parts = { ...given, knocks: openKnocks() }
  const list: PersonHandler<typeof listShape> = async ({ userId }) => {
    const mailboxes = await listMailboxes(parts.db, userId)
    const asked = await readAsked(parts, userId)
    return { items: mailboxes.map(m => shown(parts, m, asked.get(m.id))), next: null }
  }
  const add: PersonHandler<typeof addShape> = async ({ userId, body }) => {
    // A mailbox begins by the machine's clock, as mail servers date its mail by theirs.
    const now = systemClock.now()
    if (body.kind === 'address') return shown(parts, await giveAddress(parts.db, userId, parts.domain, now))
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
      now,
    })
    await saveEvent(parts.db, userId, { mailboxId: id, kind: 'added', detail: {}, now })
    return shown(parts, kept)
  }
  const discover: PersonHandler<typeof discoverShape> = async ({ body }) => {
    const { settings, provider, mustConfirm } = await discoverMailbox(parts, body.address.trim())
    return { settings, provider, mustConfirm }
  }
  const tryOut: PersonHandler<typeof tryShape> = async ({ userId, body }) =>
    resultOf(parts, await knock(parts, userId, body, () => checkNew(doorOf(parts), ImapSettings.parse(body), body.password)))
  const change: PersonHandler<typeof changeShape> = async ({ userId, params, body }) => {
    const mailbox = await find(parts, userId, params.id)
    const access = await newAccess(parts, mailbox, body)
    await parts.db.transaction().execute(async tx => {
      await saveChoices(tx, userId, params.id, body)
      if (body.paused !== undefined || access) await changeMailbox(tx, userId, params.id, { paused: body.paused, ...access })
      await noteChange(tx, userId, mailbox, body, systemClock.now())
      if (body.confirmationSeen) await dropConfirmation(tx, userId, params.id)
    })
    return shown(parts, await find(parts, userId, params.id), (await readAsked(parts, userId)).get(params.id))
  }
  const remove: PersonHandler<typeof removeShape> = async ({ userId, params }) => {
    await parts.revoke?.(userId, params.id)
    if (!(await removeMailbox(parts.db, userId, params.id))) notFound(parts)
    return {}
  }
  const check: PersonHandler<typeof checkShape> = async ({ userId, params }) => {
    const mailbox = await find(parts, userId, params.id)
    if (mailbox.state === 'paused') return { ok: false, code: 'paused', message: parts.say('check.paused'), fingerprint: null }
    if (mailbox.kind === 'address') return { ok: true, code: null, message: parts.say('check.address'), fingerprint: null }
    return checkKept(parts, mailbox)
  }
  return { list, add, discover, tryOut, change, remove, check, events: eventsHandler(parts) }
}

/** A mailbox that can be read again is taken up at once. */
async function checkKept(parts: Parts, mailbox: KeptMailbox) {
  const settings = ImapSettings.parse(mailbox.settings)
  const checked = await knock(parts, mailbox.user_id, settings, () => checkSaved(parts, mailbox))
  if (!checked.problem && mailbox.state !== 'live') await changeMailbox(parts.db, mailbox.user_id, mailbox.id, {})
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

const providerNamed = (id: string | null): Mailbox['provider'] => {
  const found = providers.find(provider => provider.id === id)
  return found ? { id: found.id, name: found.name } : null
}

const halvesOf = ({ pulse, pulse_half: latest, created_at: createdAt, state }: KeptMailbox): Half[] =>
  pulseHalves(
    { heard: BigInt(pulse), latest: latest === null ? null : Number(latest) },
    { createdAt, isPaused: state === 'paused', now: systemClock.now() },
  )

const readAsked = async ({ db, keys }: MailHandlerParts, userId: string) =>
  readConfirmations(db, userId, await keys.contentKeyOf(db, userId), systemClock.now())

function shown(parts: MailHandlerParts, mailbox: KeptMailbox, asked?: Asked): Mailbox {
  const settings = ImapSettings.safeParse(mailbox.settings)
  const place = settings.success ? settings.data : { host: '', port: 0 }
  return {
    id: mailbox.id,
    kind: mailbox.kind,
    address: mailbox.address,
    state: mailbox.state,
    reason: mailbox.reason && isProblem(mailbox.reason) ? sentenceOf(parts.say, place, mailbox.reason) : null,
    problem: mailbox.reason,
    host: settings.success ? settings.data.host : null,
    provider: providerNamed(mailbox.provider),
    signIn: mailbox.kind === 'imap' ? mailbox.sign_in : null,
    backlog: mailbox.backlog,
    forwardsCopies: mailbox.forwards_copies,
    secondPathAt: mailbox.second_path_at?.toISOString() ?? null,
    downSince: mailbox.down_since?.toISOString() ?? null,
    count: null,
    confirmation: asked ? { ...asked, at: asked.at.toISOString() } : null,
    halves: mailbox.kind === 'imap' ? halvesOf(mailbox) : [],
    lastAliveAt: mailbox.last_alive_at?.toISOString() ?? null,
    lastMailAt: mailbox.last_mail_at?.toISOString() ?? null,
    createdAt: mailbox.created_at.toISOString(),
  }
}
