// Handles requests about replies and about how a mailbox sends.
import type * as api from '../../../core/api/outgoing.ts'
import type { Outgoing, OutgoingSettings } from '../../../core/api/outgoing.ts'
import { isOutgoingHost } from '../../../core/mailbox/providers/outgoing.ts'
import type { Translate } from '../../../core/words/words.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { CertificateError, type MailProblem, toMailProblem } from '../imap/errors.ts'
import { type AccessDeps, toImapDeps } from '../mailboxes/access.ts'
import type { CheckedSettings } from '../mailboxes/check.ts'
import { testConnection, throwIfFailed, toTestResult } from '../mailboxes/connection-test.ts'
import { withCredential } from '../mailboxes/credential.ts'
import { type ConnectionTestLimiter, openConnectionTestLimiter } from '../mailboxes/limits.ts'
import { type MailboxRow, readMailbox } from '../mailboxes/store.ts'
import { cancelReply, confirmReply, planReply, type ReplyPlanDeps, retryReply } from './plan.ts'
import { type ReplyProfile, sealProfile } from './sealed.ts'
import { findRoute, type OutgoingRouteDeps } from './settings.ts'
import { toReplyViews } from './shown.ts'
import { listReplies, readMessageLocation, readProfile, readReply, saveOutgoing } from './store.ts'
import { openSmtp } from './submit.ts'

export interface OutgoingHandlerDeps extends OutgoingRouteDeps, ReplyPlanDeps {
  say: Translate<'mail'>
  sayReply: Translate<'reply'>
}

export function outgoingHandlers(deps: OutgoingHandlerDeps) {
  const knocks: ConnectionTestLimiter = openConnectionTestLimiter()
  const get: UserHandler<typeof api.getOutgoingApi> = async ({ userId, params }) => show(deps, await find(deps, userId, params.id))

  const change: UserHandler<typeof api.changeOutgoingApi> = async ({ userId, params, body }) => {
    const mailbox = await find(deps, userId, params.id)
    const { settings, ...profileChanges } = body
    if (settings) {
      if (mailbox.kind === 'address') throw new HttpError(422, 'through_us', deps.sayReply('check.through'))
      throwIfFailed(
        { ...deps, knocks },
        await testConnection({ ...deps, knocks }, userId, settings, () => checkOutgoing(deps, mailbox, settings)),
      )
    }
    const contentKey = await deps.keys.contentKeyOf(deps.db, userId)
    const profile = { ...(await readProfile(deps.db, mailbox.user_id, deps.keys, mailbox.id)), ...definedOnly(profileChanges) }
    const sealed = sealProfile(contentKey, userId, mailbox.id, profile)
    await saveOutgoing(deps.db, userId, mailbox.id, { sealed, ...(settings && { settings, source: 'person' }) }, deps.now())
    return show(deps, mailbox)
  }

  const check: UserHandler<typeof api.checkOutgoingApi> = async ({ userId, params }) => {
    const mailbox = await find(deps, userId, params.id)
    if (mailbox.kind === 'address') return { ok: true, code: null, message: deps.sayReply('check.through'), fingerprint: null }
    const route = await findRoute(deps, mailbox)
    if (!route || route.mustConfirm) {
      const code = route ? 'confirm_smtp' : 'no_smtp'
      return { ok: false, code, message: deps.sayReply(`reason.${code}`, { mailbox: mailbox.address }), fingerprint: null }
    }
    const checked = await testConnection({ ...deps, knocks }, userId, route.settings, () => checkOutgoing(deps, mailbox, route.settings))
    const result = toTestResult({ ...deps, knocks }, checked)
    return result.ok ? { ...result, message: deps.sayReply('check.ok') } : result
  }

  const list: UserHandler<typeof api.listRepliesApi> = async ({ userId, params }) => {
    if (!(await readMessageLocation(deps.db, userId, params.id))) throw new HttpError(404, 'not_found', deps.sayReply('refused.message'))
    return { items: await toReplyViews(deps, userId, await listReplies(deps.db, userId, params.id)), next: null }
  }

  const add: UserHandler<typeof api.addReplyApi> = async ({ userId, params, body }) => {
    if (!(await readMessageLocation(deps.db, userId, params.id))) throw new HttpError(404, 'not_found', deps.sayReply('refused.message'))
    const planned = await deps.db.transaction().execute(tx => planReply(deps, tx, userId, { messageId: params.id, text: body.text }))
    if (planned.kind === 'refused') throw new HttpError(422, planned.reason, deps.sayReply(`refused.${planned.reason}`))
    return showOne(deps, userId, planned.replyId)
  }

  const act: UserHandler<typeof api.changeReplyApi> = async ({ userId, params, body }) => {
    const actions = { confirm: confirmReply, cancel: cancelReply, again: retryReply }
    await deps.db.transaction().execute(async tx => void (await actions[body.act](deps, tx, userId, params.id)))
    return showOne(deps, userId, params.id)
  }
  return { get, change, check, list, add, act }
}

async function showOne(deps: OutgoingHandlerDeps, userId: string, id: string) {
  const row = await readReply(deps.db, userId, id)
  const [reply] = row ? await toReplyViews(deps, userId, [row]) : []
  if (!reply) throw new HttpError(404, 'not_found', deps.sayReply('refused.not_found'))
  return reply
}

async function find({ db, sayReply }: OutgoingHandlerDeps, userId: string, id: string): Promise<MailboxRow> {
  const mailbox = await readMailbox(db, userId, id)
  if (!mailbox) throw new HttpError(404, 'not_found', sayReply('refused.mailbox'))
  return mailbox
}

async function show(deps: OutgoingHandlerDeps, mailbox: MailboxRow): Promise<Outgoing> {
  const route = await findRoute(deps, mailbox)
  const through = mailbox.kind === 'address' ? 'us' : 'account'
  return {
    through,
    settings: route?.settings ?? null,
    mustConfirm: route?.mustConfirm ?? false,
    ...(await readProfile(deps.db, mailbox.user_id, deps.keys, mailbox.id)),
  }
}

/** Drops absent fields, so that a change doesn't overwrite them. */
function definedOnly({ name, signature, aliases }: Omit<api.OutgoingChange, 'settings'>): Partial<ReplyProfile> {
  return { ...(name !== undefined && { name }), ...(signature !== undefined && { signature }), ...(aliases && { aliases }) }
}

const checkMs = 10_000

async function checkOutgoing(deps: AccessDeps, mailbox: MailboxRow, settings: OutgoingSettings): Promise<CheckedSettings> {
  const access = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  try {
    const session = await withCredential(deps, access, credential => openSmtp(toImapDeps(deps), settings, credential, checkMs))
    session.close()
    return { settings, problem: null, fingerprint: null }
  } catch (error) {
    const problem = toMailProblem(error, settings.host)
    return { settings, problem, fingerprint: await findOfferedPin(deps, settings, problem) }
  }
}

/** The certificate that the user may choose to trust; never one of a known provider. */
async function findOfferedPin(deps: AccessDeps, settings: OutgoingSettings, problem: MailProblem): Promise<string | null> {
  if (!['cert_untrusted', 'cert_expired', 'fingerprint_changed'].includes(problem) || isOutgoingHost(settings.host)) return null
  try {
    const session = await openSmtp(toImapDeps(deps), { ...settings, fingerprint: 'none' }, null, checkMs)
    session.close()
    return null
  } catch (error) {
    return error instanceof CertificateError ? error.fingerprint : null
  }
}
