// Carries out filter commands from a phone: proposes, mutes, and searches the user's stored emails.

import { combineRedactions } from '../../../core/filters/privacy.ts'
import { type RedactionRules, redact } from '../../../core/filters/redact/redact.ts'
import { matchRate } from '../../../core/filters/trial/tally.ts'
import type { Words } from '../../../core/words/words.ts'
import { wordsForUser } from '../../account/settings/language.ts'
import { endCommand, undoCommand } from '../../delivery/commands/store.ts'
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
import { refusedResponse, toReasonCode } from './filter-commands.ts'
import { displaySender, type PastMatches } from './filter-question.ts'
import type { PastMatchesRequest } from './response.ts'

type FilterContext = Pick<AnswerContext, 'keys' | 'words' | 'explainNow' | 'limitsOf'>

/** The filter commands that a phone can give about a message. */
export function phoneFilters(context: FilterContext): Pick<CommandDeps, 'filters' | 'mute' | 'unmute'> {
  const deps = proposalDeps(context)
  return {
    filters: {
      wordsOf: wordsForUser,
      assess: (tx, userId, wanted, now) => assessProposal(deps, tx, userId, wanted, now),
      propose: (tx, userId, proposal, now) => proposeFilter(deps, tx, userId, proposal, now),
      find: (tx, userId, proposalId) => readProposal(deps, tx, userId, proposalId),
      keep: (tx, userId, proposal, now) => keepProposal(deps, tx, userId, proposal, now),
      leave: declineProposal,
      recordOutcome,
    },
    mute: async (tx, email, now) => toMuting(tx, email.userId, await mute(deps, tx, email.userId, { ...email, now })),
    unmute: async (tx, email, now) => toMuting(tx, email.userId, await unmute(deps, tx, email.userId, { ...email, now })),
  }
}

/** Whether the sender of a message is muted; null when it names no sender. */
export const mutedChecker = (context: FilterContext) => {
  const deps = proposalDeps(context)
  return (tx: Tx, { userId, messageId }: MessageOnPhone) => isMuted(deps, tx, userId, messageId)
}

async function toMuting(tx: Tx, userId: string, result: Muted | Unmuted): Promise<Muting> {
  if (result.kind === 'refused')
    return {
      kind: 'refused',
      response: refusedResponse(await wordsForUser(tx, userId), result.reason),
      reason: toReasonCode(result.reason),
    }
  return { kind: result.kind === 'muted' || result.kind === 'unmuted' ? 'done' : 'already', who: displaySender(result.who) }
}

/** The command waits until the proposal is answered; once accepted it stays done, even if the filter is removed later. */
async function recordOutcome(tx: Tx, userId: string, { wamid }: { wamid: string }, { kind }: ProposalOutcome, now: Date): Promise<void> {
  if (kind === 'undone') return undoCommand(tx, userId, wamid, now)
  const isDone = kind === 'kept' || kind === 'exists'
  await endCommand(
    tx,
    userId,
    wamid,
    isDone ? { state: 'done', reason: null, now } : { state: 'refused', reason: kind === 'left' ? kind : `filter_${kind}`, now },
  )
}

/** Uses a separate thread, so that people on the phone never wait for filter trials on screen. */
export function openPastMatches(
  context: Pick<AnswerContext, 'db' | 'clock'>,
  source: TrialSource,
): { findPastMatches(request: PastMatchesRequest): Promise<PastMatches | null>; stop(): Promise<void> } {
  const trials = openTrials(source, 1)
  return { findPastMatches: request => findPastMatches(context, trials, request), stop: trials.stop }
}

function proposalDeps({ keys, words, explainNow, limitsOf }: FilterContext): ProposalDeps {
  return {
    ...{ keys, words, limitsOf },
    readView: (tx, userId, messageId) => readView(tx, userId, keys, messageId),
    listDestinationIds: async (tx, userId) =>
      [...(await listDestinations(tx, userId)), ...(await listRotas(tx, userId))].map(one => one.id),
    async matchingFilters(tx, userId, messageId) {
      const explained = (await explainNow(tx, userId, messageId)) ?? []
      return new Set(explained.filter(({ explanation }) => explanation.held !== false).map(({ filterId }) => filterId))
    },
    filterName: async (tx, userId, kind, who) => filterName(await wordsForUser(tx, userId), kind, who),
  }
}

const maxWhoLength = 60

/** Cuts at the start, because an address's domain is at its end. */
const filterName = (words: Words, kind: 'always' | 'never', who: string): string =>
  words.of('phonefilter')(`name.${kind}`, { who: who.length > maxWhoLength ? `…${who.slice(1 - maxWhoLength)}` : who })

const dayMs = 86_400_000
const pastMs = 30 * dayMs
/** Emails not checked by then are left out, because somebody is waiting for the answer. */
const deadlineMs = 15_000
const maxSubjects = 10
const maxSubjectLength = 1000

/** What a filter would have matched; null when unknown. Subjects are redacted by the rules of all active filters. */
async function findPastMatches(
  { db, clock }: Pick<AnswerContext, 'db' | 'clock'>,
  trials: Trials,
  { userId, condition }: PastMatchesRequest,
): Promise<PastMatches | null> {
  const now = clock.now()
  const since = new Date(now.getTime() - pastMs)
  const subjects: string[] = []
  const query = { draft: condition, saved: null, want: 'show' as const, since, deadlineMs }
  const trial = await trials.run(
    userId,
    query,
    event => event.kind === 'sample' && subjects.length < maxSubjects && subjects.push(event.sample.subject),
    new AbortController().signal,
  )
  // The tapped email itself is checked, unless it is older or time ran out.
  if (!trial || trial.looked === 0) return null
  const { looked, matched, last } = trial
  const { perDay } = matchRate(matched, last && new Date(last.datedMs), now)
  const rules = combineRedactions(await activeFilters(db, userId))
  return {
    looked,
    matched,
    manyADay: perDay > manyPerDay ? Math.round(perDay) : null,
    subjects: rules ? redactSubjects(rules, subjects) : subjects,
  }
}

/** Only the body, which is not available here, tells whether digits are a code: subjects that could hold one are left out. */
const redactSubjects = (rules: RedactionRules, subjects: string[]): string[] =>
  subjects
    .map(subject => oneLine(subject, maxSubjectLength))
    .filter(subject => !rules.what.includes('codes') || !/\d[\s-]?\d[\s-]?\d[\s-]?\d/.test(subject))
    .map(subject => redact([subject], rules)[0] ?? '')
