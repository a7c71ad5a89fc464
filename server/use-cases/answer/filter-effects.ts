// Carries out filter commands from a phone: proposes, mutes, and looks back over the user's kept mail.

import { redactBy } from '../../../core/filters/privacy.ts'
import { type Redact, redact } from '../../../core/filters/redact/redact.ts'
import { rateOf } from '../../../core/filters/trial/tally.ts'
import type { Words } from '../../../core/words/words.ts'
import { wordsForUser } from '../../account/settings/language.ts'
import { endCommand, takeBackCommand } from '../../delivery/commands/store.ts'
import { listRotas } from '../../delivery/rota/store.ts'
import { listDestinations } from '../../delivery/store.ts'
import {
  assessProposal,
  declineProposal,
  isMuted,
  keepProposal,
  type Muted,
  mute,
  type ProposalDeps,
  type ProposalOutcome,
  proposeFilter,
  readProposal,
  type Unmuted,
  unmute,
} from '../../filters/from-phone/proposals.ts'
import { manyPerDay } from '../../filters/save.ts'
import { activeFilters } from '../../filters/store.ts'
import { openTrials, type TrialSource, type Trials } from '../../filters/trial/trials.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { readView } from '../../mail/messages/store.ts'
import { oneLine } from '../../whatsapp/markup.ts'
import type { MessageOnPhone } from './command-result.ts'
import type { CommandDeps, Muting } from './commands.ts'
import type { AnswerContext } from './context.ts'
import { reasonOf, refusedResponse } from './filter-commands.ts'
import { type PastMatches, shownSender } from './filter-question.ts'
import type { PastLook } from './response.ts'

type FilterContext = Pick<AnswerContext, 'keys' | 'words' | 'explainNow'>

/** What commands about mails are given of filters. */
export function phoneFilters(context: FilterContext): Pick<CommandDeps, 'filters' | 'mute' | 'unmute'> {
  const deps = proposalDeps(context)
  return {
    filters: {
      wordsOf: wordsForUser,
      weigh: (tx, userId, wanted, now) => assessProposal(deps, tx, userId, wanted, now),
      propose: (tx, userId, proposal, now) => proposeFilter(deps, tx, userId, proposal, now),
      find: (tx, userId, proposalId) => readProposal(deps, tx, userId, proposalId),
      keep: (tx, userId, proposal, now) => keepProposal(deps, tx, userId, proposal, now),
      leave: declineProposal,
      settle,
    },
    mute: async (tx, mail, now) => mutingOf(tx, mail.userId, await mute(deps, tx, mail.userId, { ...mail, now })),
    unmute: async (tx, mail, now) => mutingOf(tx, mail.userId, await unmute(deps, tx, mail.userId, { ...mail, now })),
  }
}

/** Whether the sender of a mail is silenced; null where it names none. */
export const mutedOf = (context: FilterContext) => {
  const deps = proposalDeps(context)
  return (tx: Tx, { userId, messageId }: MessageOnPhone) => isMuted(deps, tx, userId, messageId)
}

async function mutingOf(tx: Tx, userId: string, came: Muted | Unmuted): Promise<Muting> {
  if (came.kind === 'refused')
    return { kind: 'refused', decided: refusedResponse(await wordsForUser(tx, userId), came.reason), reason: reasonOf(came.reason) }
  return { kind: came.kind === 'muted' || came.kind === 'unmuted' ? 'done' : 'already', who: shownSender(came.who) }
}

/** What was asked for waits below its mail until it is answered; what a yes did stays done there, whatever is taken back. */
async function settle(tx: Tx, userId: string, { wamid }: { wamid: string }, { kind }: ProposalOutcome, now: Date): Promise<void> {
  if (kind === 'undone') return takeBackCommand(tx, userId, wamid, now)
  const isDone = kind === 'kept' || kind === 'exists'
  await endCommand(
    tx,
    userId,
    wamid,
    isDone ? { state: 'done', reason: null, now } : { state: 'refused', reason: kind === 'left' ? kind : `filter_${kind}`, now },
  )
}

/** A thread of its own, so that whoever waits on the phone waits for nobody who tries filters on screen. */
export function openLooks(
  context: Pick<AnswerContext, 'db' | 'clock'>,
  source: TrialSource,
): { lookBack(look: PastLook): Promise<PastMatches | null>; stop(): Promise<void> } {
  const trials = openTrials(source, 1)
  return { lookBack: look => lookBack(context, trials, look), stop: trials.stop }
}

function proposalDeps({ keys, words, explainNow }: FilterContext): ProposalDeps {
  return {
    ...{ keys, words },
    viewOf: (tx, userId, messageId) => readView(tx, userId, keys, messageId),
    destinationsOf: async (tx, userId) => [...(await listDestinations(tx, userId)), ...(await listRotas(tx, userId))].map(one => one.id),
    async heldOn(tx, userId, messageId) {
      const explained = (await explainNow(tx, userId, messageId)) ?? []
      return new Set(explained.filter(({ explanation }) => explanation.held !== false).map(({ filterId }) => filterId))
    },
    nameOf: async (tx, userId, kind, who) => nameIn(await wordsForUser(tx, userId), kind, who),
  }
}

const whoMost = 60

/** Whose an address is stands at its end. */
const nameIn = (words: Words, kind: 'always' | 'never', who: string): string =>
  words.of('phonefilter')(`name.${kind}`, { who: who.length > whoMost ? `…${who.slice(1 - whoMost)}` : who })

const dayMs = 86_400_000
const pastMs = 30 * dayMs
/** What is not looked at by then is left out: somebody waits for the answer. */
const deadlineMs = 15_000
const mostSubjects = 10
const longestSubject = 1000

/** What a filter would have matched; null where it cannot be told now. Subjects are shown with all blacked out that any filter asks for. */
async function lookBack(
  { db, clock }: Pick<AnswerContext, 'db' | 'clock'>,
  trials: Trials,
  { userId, condition }: PastLook,
): Promise<PastMatches | null> {
  const now = clock.now()
  const since = new Date(now.getTime() - pastMs)
  const subjects: string[] = []
  const ask = { draft: condition, saved: null, want: 'show' as const, since, deadlineMs }
  const tried = await trials.run(
    userId,
    ask,
    said => said.kind === 'sample' && subjects.length < mostSubjects && subjects.push(said.sample.subject),
    new AbortController().signal,
  )
  // The mail that was tapped is one at least, unless it is older, or there was no time for any.
  if (!tried || tried.looked === 0) return null
  const { looked, matched, sinceMs } = tried
  const { perDay } = rateOf(matched, sinceMs === null ? null : new Date(sinceMs), now)
  const hidden = redactBy(await activeFilters(db, userId))
  return {
    looked,
    matched,
    manyADay: perDay > manyPerDay ? Math.round(perDay) : null,
    subjects: hidden ? subjectsWithout(hidden, subjects) : subjects,
  }
}

/** A code may be told for one by the text alone, which is not at hand: what could be one is not shown. */
const subjectsWithout = (hidden: Redact, subjects: string[]): string[] =>
  subjects
    .map(subject => oneLine(subject, longestSubject))
    .filter(subject => !hidden.what.includes('codes') || !/\d[\s-]?\d[\s-]?\d[\s-]?\d/.test(subject))
    .map(subject => redact([subject], hidden)[0] ?? '')
