// A filter is made from a mail on the phone: looked at against the past, and shown as a sentence to say yes or no to.

import type { Wish } from '../../core/filters/from-phone/sender.ts'
import type { Words } from '../../core/words/words.ts'
import type { Tx } from '../db/pool.ts'
import type { Proposal } from '../filters/from-phone/store.ts'
import type { Answered, MailWish, New, Refusal, Weighed } from '../filters/from-phone/wishes.ts'
import { proposalPayload } from '../whatsapp/tapped.ts'
import { type Decided, nothing, told } from './decided.ts'
import { askedText, nameToTell, type PastSeen } from './filters/text.ts'
import type { Done, MailOnPhone } from './seams.ts'

export interface FilterWishes {
  /** In the language of the person. */
  wordsOf(tx: Tx, userId: string): Promise<Words>
  weigh(tx: Tx, userId: string, wanted: MailWish, now: Date): Promise<Weighed>
  propose(
    tx: Tx,
    userId: string,
    proposal: Pick<Proposal, 'wish' | 'destinationId' | 'wamid'> & Pick<New, 'about'>,
    now: Date,
  ): Promise<string>
  /** Null where this person has none of that id. */
  find(tx: Tx, userId: string, proposalId: string): Promise<Proposal | null>
  keep(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<Answered>
  leave(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<Answered>
  /** How what was asked for stands under its mail. */
  settle(tx: Tx, userId: string, proposal: Proposal, outcome: Answered, now: Date): Promise<void>
}

/** `looked`: what the filter would have matched; null where that could not be told, undefined before anybody looked. */
export async function wishFilter(
  parts: FilterWishes,
  tx: Tx,
  { wish, mail, now, looked }: { wish: Wish; mail: MailOnPhone; now: Date; looked: PastSeen | null | undefined },
): Promise<Done> {
  const { userId, messageId, destinationId, wamid } = mail
  const weighed = await parts.weigh(tx, userId, { wish, messageId, destinationId }, now)
  const words = await parts.wordsOf(tx, userId)
  if (weighed.kind === 'refused') return { decided: tellRefused(words, weighed.reason), state: 'failed', reason: reasonOf(weighed.reason) }
  if (weighed.kind === 'exists') return { decided: tell(words, weighed), state: 'done' }
  const { about } = weighed
  if (looked === undefined) return { decided: { ...nothing, look: { userId, condition: about.condition } }, state: 'waiting' }
  const proposalId = await parts.propose(tx, userId, { wish, destinationId, wamid, about }, now)
  const buttons = [
    { payload: proposalPayload('keep', proposalId), title: 'button.keep' as const },
    { payload: proposalPayload('leave', proposalId), title: 'button.no' as const },
  ]
  return { decided: { answer: 'filter_asked', text: askedText(words, wish, weighed, looked), buttons }, state: 'waiting' }
}

/** What came of a yes or a no. */
export function tell(words: Words, outcome: Answered): Decided {
  const t = words.of('phonefilter')
  switch (outcome.kind) {
    case 'kept':
      return said(outcome.name === null ? t('freed') : t('kept', { name: nameToTell(outcome.name) }))
    case 'exists':
      return said(t('exists', { name: nameToTell(outcome.name) }))
    case 'full':
      return tellRefused(words, 'full')
    default:
      return said(t(outcome.kind))
  }
}

/** As the row below the mail has it; `gone` is so of every command. */
export const reasonOf = (reason: Refusal): string => (reason === 'gone' ? reason : `filter_${reason}`)

export const tellRefused = (words: Words, reason: Refusal): Decided =>
  reason === 'gone' ? told('gone', 'answer.gone') : { answer: 'filter_refused', text: words.of('phonefilter')(`refused.${reason}`) }

const said = (text: string): Decided => ({ answer: 'filter_told', text })
