// Answers what a person asks of the mail that goes out: how an account sends, and the answers under a message.
import type * as api from '../../../core/api/outgoing.ts'
import type { Outgoing } from '../../../core/api/outgoing.ts'
import type { Translate } from '../../../core/words/words.ts'
import { HttpError } from '../../http/errors.ts'
import type { PersonHandler } from '../../http/route.ts'
import { knock, refuse, resultOf } from '../knock.ts'
import { type Knocks, openKnocks } from '../limits.ts'
import { type KeptMailbox, readMailbox } from '../store.ts'
import { checkOutgoing } from './check.ts'
import { cancelReply, confirmReply, type PlanParts, planReply, retryReply } from './plan.ts'
import { type Profile, sealProfile } from './sealed.ts'
import { type OutgoingDoors, wayOut } from './settings.ts'
import { showAll } from './shown.ts'
import { listOf, readPlace, readProfile, readReply, saveOutgoing } from './store.ts'

export interface OutgoingHandlerParts extends OutgoingDoors, PlanParts {
  say: Translate<'mail'>
  sayReply: Translate<'reply'>
}

export function outgoingHandlers(parts: OutgoingHandlerParts) {
  const knocks: Knocks = openKnocks()
  const get: PersonHandler<typeof api.getOutgoing> = async ({ userId, params }) => show(parts, await find(parts, userId, params.id))

  const change: PersonHandler<typeof api.changeOutgoing> = async ({ userId, params, body }) => {
    const mailbox = await find(parts, userId, params.id)
    const { settings, ...said } = body
    if (settings) {
      if (mailbox.kind === 'address') throw new HttpError(422, 'through_us', parts.sayReply('check.through'))
      refuse({ ...parts, knocks }, await knock({ ...parts, knocks }, userId, settings, () => checkOutgoing(parts, mailbox, settings)))
    }
    const contentKey = await parts.keys.contentKeyOf(parts.db, userId)
    const profile = { ...(await readProfile(parts.db, mailbox.user_id, parts.keys, mailbox.id)), ...withoutNothing(said) }
    const sealed = sealProfile(contentKey, userId, mailbox.id, profile)
    await saveOutgoing(parts.db, userId, mailbox.id, { sealed, ...(settings && { settings, source: 'person' }) }, parts.now())
    return show(parts, mailbox)
  }

  const check: PersonHandler<typeof api.checkOutgoing> = async ({ userId, params }) => {
    const mailbox = await find(parts, userId, params.id)
    if (mailbox.kind === 'address') return { ok: true, code: null, message: parts.sayReply('check.through'), fingerprint: null }
    const way = await wayOut(parts, mailbox)
    if (!way || way.mustConfirm) {
      const code = way ? 'confirm_smtp' : 'no_smtp'
      return { ok: false, code, message: parts.sayReply(`reason.${code}`, { mailbox: mailbox.address }), fingerprint: null }
    }
    const checked = await knock({ ...parts, knocks }, userId, way.settings, () => checkOutgoing(parts, mailbox, way.settings))
    const result = resultOf({ ...parts, knocks }, checked)
    return result.ok ? { ...result, message: parts.sayReply('check.ok') } : result
  }

  const list: PersonHandler<typeof api.listReplies> = async ({ userId, params }) => {
    if (!(await readPlace(parts.db, userId, params.id))) throw new HttpError(404, 'not_found', parts.sayReply('refused.message'))
    return { items: await showAll(parts, userId, await listOf(parts.db, userId, params.id)), next: null }
  }

  const add: PersonHandler<typeof api.addReply> = async ({ userId, params, body }) => {
    if (!(await readPlace(parts.db, userId, params.id))) throw new HttpError(404, 'not_found', parts.sayReply('refused.message'))
    const planned = await parts.db.transaction().execute(tx => planReply(parts, tx, userId, { messageId: params.id, text: body.text }))
    if (planned.kind === 'refused') throw new HttpError(422, planned.reason, parts.sayReply(`refused.${planned.reason}`))
    return showOne(parts, userId, planned.replyId)
  }

  const act: PersonHandler<typeof api.changeReply> = async ({ userId, params, body }) => {
    const acts = { confirm: confirmReply, cancel: cancelReply, again: retryReply }
    await parts.db.transaction().execute(async tx => void (await acts[body.act](parts, tx, userId, params.id)))
    return showOne(parts, userId, params.id)
  }
  return { get, change, check, list, add, act }
}

async function showOne(parts: OutgoingHandlerParts, userId: string, id: string) {
  const row = await readReply(parts.db, userId, id)
  const [reply] = row ? await showAll(parts, userId, [row]) : []
  if (!reply) throw new HttpError(404, 'not_found', parts.sayReply('refused.not_found'))
  return reply
}

async function find({ db, sayReply }: OutgoingHandlerParts, userId: string, id: string): Promise<KeptMailbox> {
  const mailbox = await readMailbox(db, userId, id)
  if (!mailbox) throw new HttpError(404, 'not_found', sayReply('refused.mailbox'))
  return mailbox
}

async function show(parts: OutgoingHandlerParts, mailbox: KeptMailbox): Promise<Outgoing> {
  const way = await wayOut(parts, mailbox)
  const through = mailbox.kind === 'address' ? 'us' : 'account'
  return {
    through,
    settings: way?.settings ?? null,
    mustConfirm: way?.mustConfirm ?? false,
    ...(await readProfile(parts.db, mailbox.user_id, parts.keys, mailbox.id)),
  }
}

/** What was left out of a change is not written over. */
function withoutNothing({ name, signature, aliases }: Omit<api.OutgoingChange, 'settings'>): Partial<Profile> {
  return { ...(name !== undefined && { name }), ...(signature !== undefined && { signature }), ...(aliases && { aliases }) }
}
