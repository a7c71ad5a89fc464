// Faults that affect more than one message: a revoked token, a banned account, a paused template.
import { businessNumber } from './credentials.ts'
import type { RequestAction } from './faults.ts'
import type { GraphMessage } from './shapes.ts'
import type { StandIn } from './stand-in.ts'
import { announce, pause } from './templates/lifecycle.ts'
import { findTemplate } from './templates/stored.ts'

type AccountFault = Extract<RequestAction, { kind: 'revoke-token' | 'ban-account' | 'pause-template' }>

export function isAccountFault(fault: RequestAction | null): fault is AccountFault {
  return fault?.kind === 'revoke-token' || fault?.kind === 'ban-account' || fault?.kind === 'pause-template'
}

/** Applied before the message is checked, so that this message is the first one affected. */
export function applyAccountFault(standIn: StandIn, { kind }: AccountFault, message: GraphMessage): void {
  if (kind === 'revoke-token') standIn.record({ kind: 'token', revoked: true })
  if (kind === 'ban-account') banAccount(standIn, true)
  if (kind !== 'pause-template' || message.type !== 'template') return
  const template = findTemplate(standIn.world.templates.values(), message.template.name, message.template.language.code)
  if (template?.status === 'APPROVED') pause(standIn, template)
}

export function banAccount(standIn: StandIn, banned: boolean): void {
  standIn.record({ kind: 'account', change: { banned } })
  const state = banned ? 'DISABLE' : 'REINSTATE'
  announce(standIn, 'account_update', {
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state: state, waba_ban_date: new Date(standIn.clock.now()).toUTCString() },
  })
}

/** For a day, the account may not start conversations. */
export function restrictAccount(standIn: StandIn, restricted: boolean): void {
  standIn.record({ kind: 'account', change: { restricted } })
  if (!restricted) return
  const expiration = Math.floor(standIn.clock.now() / 1000) + 86_400
  const restriction = { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration }
  announce(standIn, 'account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info: [restriction] })
}

export function rateNumber(standIn: StandIn, quality: 'GREEN' | 'YELLOW' | 'RED'): void {
  const previous = standIn.world.account.quality
  if (previous === quality) return
  standIn.record({ kind: 'account', change: { quality } })
  const event = quality === 'RED' ? 'FLAGGED' : previous === 'RED' ? 'UNFLAGGED' : 'ONBOARDING'
  announce(standIn, 'phone_number_quality_update', { display_phone_number: businessNumber, event, current_limit: 'TIER_250' })
}
