// The API for testing filters on stored messages: trials, examples, runs over past messages, and lint.
import { z } from 'zod/mini'
import { Action } from '../filters/action.ts'
import { Explanation } from '../filters/explanation.ts'
import { Condition, Test } from '../filters/tree.ts'
import { MailAddress } from '../message/view.ts'
import { Hidden, OnPhone } from './ledger.ts'
import { ById, Id, pageOf, shape, Time } from './shape.ts'

/** `change`: compared to the saved filter; a new filter gains everything that it matches. */
export const TrialSample = z.object({
  messageId: Id,
  from: z.nullable(MailAddress),
  subject: z.string(),
  /** Its own date. */
  datedAt: Time,
  change: z.enum(['same', 'gained', 'lost']),
  explanation: Explanation,
})
export type TrialSample = z.infer<typeof TrialSample>

/** Failed only one test. */
export const NearMiss = z.extend(z.omit(TrialSample, { change: true }), { failing: Test })
export type NearMiss = z.infer<typeof NearMiss>

/** `unknown`: too little of these emails is stored to evaluate the filter. */
const Counts = z.object({
  ...{ looked: z.number(), of: z.number(), matched: z.number(), gained: z.number(), lost: z.number() },
  unknown: z.number(),
})

/** One line of the streamed response (NDJSON), newest email first; `done` or `refused` is the last. */
export const TrialLine = z.discriminatedUnion('kind', [
  z.extend(Counts, { kind: z.literal('progress') }),
  z.object({ kind: z.literal('sample'), sample: TrialSample }),
  z.object({ kind: z.literal('near'), near: NearMiss }),
  z.extend(Counts, {
    kind: z.literal('done'),
    /** The own date of the oldest evaluated email; null without any. */
    since: z.nullable(Time),
    perDay: z.number(),
    perMonth: z.number(),
    usedThisMonth: z.number(),
    /** Null: unlimited. */
    allowance: z.nullable(z.number()),
  }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export type TrialLine = z.infer<typeof TrialLine>

/** `POST /api/filters/trials`: the response is a stream of `TrialLine`. `filterId` names the saved filter to compare with. */
export const TrialBody = z.object({
  filterId: z.nullable(Id),
  condition: Condition,
  actions: z._default(z.array(Action).check(z.maxLength(10)), []),
})
export type TrialBody = z.infer<typeof TrialBody>
export const tryFilterApi = shape({ body: TrialBody, status: 200, answer: TrialLine })

/** The smallest filter that matches one to five selected emails. `precision` and `recall` are 0 to 1, on stored emails. */
const Example = z.object({ condition: Condition, precision: z.number(), recall: z.number(), matched: z.number() })
export const findExampleApi = shape({
  body: z.object({ messageIds: z.array(Id).check(z.minLength(1), z.maxLength(5)) }),
  status: 200,
  answer: z.object({ best: z.nullable(Example), alternatives: z.array(Example) }),
})

/**
 * The exact message that a draft would send for stored emails, newest first, as if it were the only filter; for an example if none is
 * stored. Uses only the newest email unless the draft collects them in a digest.
 */
export const previewFilterApi = shape({
  body: z.object({
    name: z.string().check(z.trim(), z.maxLength(80)),
    actions: z.array(Action).check(z.maxLength(10)),
    messageIds: z.array(Id).check(z.maxLength(10)),
  }),
  status: 200,
  answer: z.object({ preview: z.nullable(OnPhone), hidden: z.nullable(Hidden), isExample: z.boolean(), collected: z.nullable(z.number()) }),
})

/** How far a filter has come with past emails. `of`: how many are stored; `reason`: a sentence saying why it failed. */
export const PastRun = z.object({
  id: Id,
  state: z.enum(['running', 'done', 'failed']),
  looked: z.number(),
  of: z.number(),
  matched: z.number(),
  enqueued: z.number(),
  held: z.number(),
  reason: z.nullable(z.string()),
})
export type PastRun = z.infer<typeof PastRun>

/**
 * Forwards stored emails that match the filter and were not forwarded yet, the oldest first. What takes longer than a few seconds goes on
 * in the background, and the list says how far it is.
 */
export const runFilterApi = shape({
  params: ById,
  body: z.object({ days: z.int().check(z.minimum(1), z.maximum(365)) }),
  status: 201,
  answer: PastRun,
})
/** Those of the last seven days, the newest first. */
export const listRunsApi = shape({ params: ById, status: 200, answer: pageOf(PastRun) })

/** A problem with the user's filters; `other` is the conflicting filter. */
export const Finding = z.object({
  filterId: Id,
  kind: z.enum(['impossible', 'always', 'shadowed', 'duplicate', 'overlapping', 'silent']),
  other: z.nullable(Id),
  message: z.string(),
})
export type Finding = z.infer<typeof Finding>
export const lintFiltersApi = shape({ status: 200, answer: pageOf(Finding) })
